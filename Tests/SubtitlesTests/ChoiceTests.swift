import OrielLibav
import OrielSubtitles
import Testing

@Suite struct ChoiceTests {
    private func track(
        _ language: String? = nil, isDefault: Bool = false, isForced: Bool = false, isForHearingImpaired: Bool = false,
        file: String? = nil, isPicture: Bool = false
    ) -> MediaInfo.Subtitle {
        MediaInfo.Subtitle(
            stream: 0, codec: "subrip", language: language, title: nil, isDefault: isDefault, isForced: isForced,
            isForHearingImpaired: isForHearingImpaired, file: file, isPicture: isPicture)
    }

    private func choice(_ tracks: [MediaInfo.Subtitle], _ languages: [String] = [], namesFiles: Bool = false) -> Int? {
        SubtitleChoice.index(of: tracks, languages: languages, namesFiles: namesFiles)
    }

    @Test func whatWasNamedIsShown() {
        #expect(
            choice([track(isDefault: true), track(file: "a.srt"), track(file: "b.srt")], ["en"], namesFiles: true) == 1)
        // The file wasn't read yet.
        #expect(choice([track(isDefault: true)], namesFiles: true) == nil)
    }

    @Test func theLanguageLikedBestIsShown() {
        let tracks = [track("eng", isDefault: true), track("ger"), track("fr")]
        #expect(choice(tracks, ["de"]) == 1 && choice(tracks, ["fre", "de"]) == 2 && choice(tracks, ["en-GB"]) == 0)
        #expect(choice(tracks, ["ja"]) == nil)
    }

    @Test func ofOneLanguageTheWholeTextIsShown() {
        #expect(
            choice([track("en", isForced: true), track("en", isForHearingImpaired: true), track("en")], ["en"]) == 2)
        #expect(choice([track("en", isForced: true), track("en", isForHearingImpaired: true)], ["en"]) == 1)
        #expect(choice([track("en", isPicture: true), track("en")], ["en"]) == 1)
    }

    /// A viewer who reads none of the available languages still needs the signs.
    @Test func signsAreShownBesideSpeechThatIsUnderstood() {
        #expect(choice([track("fr", isDefault: true), track("fr", isForced: true)], ["en"]) == 1)
    }

    @Test func withoutAnyWishTheContainersCount() {
        #expect(choice([track("fr"), track("en", isDefault: true)]) == 1)
        #expect(choice([track("fr"), track("en")]) == nil)
        #expect(choice([track("fr"), track(file: "a.srt")]) == 1)
        #expect(choice([]) == nil)
    }

    @Test(arguments: [("en", "eng"), ("de", "ger"), ("deu", "ger"), ("zh-Hans", "chi"), ("pt_BR", "por"), ("EN", "en")])
    func aLanguageHasSeveralCodes(one: String, other: String) { #expect(LanguageCode(one) == LanguageCode(other)) }

    @Test(arguments: [("en", "es"), ("", "en"), ("gsw", "de"), ("xx", "yy")])
    func otherCodesAreOtherLanguages(one: String, other: String) { #expect(LanguageCode(one) != LanguageCode(other)) }
}
