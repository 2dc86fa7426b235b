/// A language as written in containers or by users. `en`, `eng` and `en-GB` are equal, and so are `ger`, `deu` and
/// `de`.
package struct LanguageCode: Hashable, Sendable {
    /// ISO 639-1 code if there is one, otherwise the primary subtag as it was written.
    private let code: String

    package init(_ text: String) {
        let primary = text.lowercased().split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? ""
        code = Self.twoLetters[primary] ?? primary
    }

    /// Codes of three letters (ISO 639-2, both kinds) to codes of two. ICU has this table too, but would cost thirty
    /// megabytes in every process.
    private static let twoLetters = Dictionary(
        """
        afr af alb sq amh am ara ar arm hy aze az baq eu bel be ben bn bos bs bul bg bur my cat ca ces cs chi zh cym cy cze cs \
        dan da deu de dut nl ell el eng en epo eo est et eus eu fas fa fil tl fin fi fra fr fre fr geo ka ger de gla gd gle ga \
        glg gl gre el guj gu hat ht hau ha heb he hin hi hrv hr hun hu hye hy ibo ig ice is ind id isl is ita it jav jv jpn ja \
        kan kn kat ka kaz kk khm km kin rw kir ky kor ko kur ku lao lo lat la lav lv lit lt ltz lb mac mk mal ml mao mi mar mr \
        may ms mkd mk mlg mg mlt mt mon mn mri mi msa ms mya my nep ne nld nl nno nn nob nb nor no ori or pan pa per fa pol pl \
        por pt pus ps que qu ron ro rum ro rus ru san sa sin si slk sk slo sk slv sl sna sn snd sd som so spa es sqi sq srp sr \
        sun su swa sw swe sv tam ta tat tt tel te tgk tg tgl tl tha th tir ti tur tr tuk tk uig ug ukr uk urd ur uzb uz vie vi \
        wel cy wol wo xho xh yid yi yor yo zho zh zul zu
        """.split(separator: " ").map(String.init).pairs, uniquingKeysWith: { first, _ in first })
}

extension [String] {
    /// The elements in pairs: the first with the second, the third with the fourth.
    fileprivate var pairs: [(String, String)] { stride(from: 0, to: count - 1, by: 2).map { (self[$0], self[$0 + 1]) } }
}
