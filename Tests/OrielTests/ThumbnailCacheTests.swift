import Oriel
import OrielGeometry
import Testing

/// The cache of thumbnails.
@Suite struct ThumbnailCacheTests {
    private let size = Size(width: 16, height: 9)

    private func key(_ step: Int) -> ThumbnailCache.Key { ThumbnailCache.Key(step: step, size: size) }

    private func picture(_ number: Int) -> Thumbnail {
        Thumbnail(size: size, pixels: Array(repeating: UInt32(number), count: 16 * 9))
    }

    @Test func thoseThatNobodyUsedForLongestGoFirst() {
        // Room for four.
        var cache = ThumbnailCache(limit: 4 * 700)
        for number in 0..<4 { cache.keep(picture(number), as: key(number)) }
        #expect(cache.picture(key(0)) == .some(picture(0)))
        cache.keep(picture(4), as: key(4))
        #expect(cache.picture(key(1)) == nil)
        for number in [0, 2, 3, 4] { #expect(cache.picture(key(number)) == .some(picture(number))) }
    }

    @Test func theirMemoryIsBounded() {
        var cache = ThumbnailCache(limit: 10_000)
        for number in 0..<1000 {
            cache.keep(number % 3 == 0 ? nil : picture(number), as: key(number % 50))
            #expect(cache.bytes <= 10_000 && cache.count <= 50)
        }
        for number in 0..<10_000 { cache.keep(nil, as: key(number)) }
        #expect(cache.bytes <= 10_000)
        // An entry larger than the limit is kept alone.
        let large = Thumbnail(size: Size(width: 100, height: 100), pixels: Array(repeating: 0, count: 10_000))
        cache.keep(large, as: key(1))
        #expect(cache.count == 1 && cache.picture(key(1)) == .some(large))
    }

    @Test func thatThereIsNoneIsKnownToo() {
        var cache = ThumbnailCache(limit: 10_000)
        #expect(cache.picture(key(1)) == nil)
        cache.keep(nil, as: key(1))
        #expect(cache.picture(key(1)) == .some(nil))
        // Another size is another entry.
        #expect(cache.picture(ThumbnailCache.Key(step: 1, size: Size(width: 8, height: 4))) == nil)
    }

    @Test func aFilmHasAtMostTwoHundredSteps() {
        let film = Duration.seconds(7200)
        let numbers = stride(from: 0.0, through: 7200, by: 8).map {
            ThumbnailCache.step(at: .seconds($0), of: film)
        }
        #expect(Set(numbers.map(\.number)).count <= 201 && numbers.last?.number == 200)
        for (time, step) in zip(stride(from: 0.0, through: 7200, by: 8), numbers) {
            #expect(step.begin <= .seconds(time) && .seconds(time) - step.begin < .seconds(36))
        }
        // For a short medium the step is half a second, and times beyond its ends count as its ends.
        let short = Duration.seconds(10)
        #expect(ThumbnailCache.step(at: .milliseconds(1700), of: short) == (3, .milliseconds(1500)))
        #expect(ThumbnailCache.step(at: .seconds(-4), of: short).number == 0)
        #expect(ThumbnailCache.step(at: .seconds(400), of: short).begin == .seconds(10))
    }
}
