// Tests of the extension's decisions, in gjs or Node (by ExtensionTests.swift). The first failure ends them.
import {chooseFrame, floatRequest, hasLeft, mediumAddress, outcome} from "../../Extension/decide.mjs";

const sorted = value => value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort()) : value;

function equal(found, wanted) {
    const [first, second] = [found, wanted].map(value => JSON.stringify(sorted(value)));
    if (first !== second) throw new Error(`${first} is not ${second}`);
}

function test(name, body) {
    try {
        body();
    } catch (error) {
        throw new Error(`${name}: ${error.message}`);
    }
    console.log(`passed: ${name}`);
}

const frame = (frameId, area, plays = false, isWanted = false) => ({frameId, result: {area, plays, isWanted}});
const tab = {id: 7, title: "Film", incognito: false};
const video = {source: "https://a.example/film.mp4", page: "https://a.example/p", time: 5, speed: 1, volume: 1};

test("the largest video that plays is chosen, in any frame", () => {
    equal(chooseFrame([frame(0, 900), frame(1, 100, true), frame(2, 200, true)]).frameId, 2);
    equal(chooseFrame([frame(0, 100), frame(3, 900)]).frameId, 3);
    equal(chooseFrame([frame(0, 900, true), frame(1, 10, false, true)]).frameId, 1);
});

test("frames without a video, and a thousand of them, are no matter", () => {
    equal(chooseFrame([]), null);
    equal(chooseFrame([{frameId: 0, result: null}, {frameId: 1}, frame(2, 0, true)]), null);
    equal(chooseFrame(Array.from({length: 5000}, (_, id) => frame(id, 1))).frameId, 0);
});

test("a plain address comes first, then a manifest that was loaded, then the page", () => {
    equal(mediumAddress(video), video.source);
    const resources = ["https://b.example/a.js", "https://b.example/live.m3u8?key=1", "https://b.example/x.mpd"];
    const source = "blob:https://a.example/1";
    equal(mediumAddress({...video, source, resources}), resources[1]);
    equal(mediumAddress({...video, source}), null);
    equal(floatRequest(tab, {...video, source}).page, video.page);
    equal("address" in floatRequest(tab, {...video, source}), false);
});

test("what is no address of the web is none", () => {
    for (const source of ["file:///etc/passwd", "-x", "javascript:1", "", undefined, 7, "https://" + "a".repeat(9000)]) {
        equal(mediumAddress({...video, source}), null);
    }
    equal(floatRequest(tab, {...video, source: "blob:x", page: "about:blank"}), {problem: "noAddress"});
});

test("a protected video is told, not tried", () => {
    equal(floatRequest(tab, {...video, isProtected: true}), {problem: "protected"});
});

test("the request has the tab's state", () => {
    const full = {...video, speed: 1.5, volume: 0.5, isMuted: true, language: "de"};
    equal(floatRequest({...tab, incognito: true}, full), {
        type: "float", tab: 7, title: "Film", private: true, address: video.source, page: video.page, time: 5,
        speed: 1.5, volume: 0.5, muted: true, language: "de",
    });
});

test("a live stream has no time", () => {
    equal("time" in floatRequest(tab, {...video, isLive: true}), false);
    equal("time" in floatRequest(tab, {...video, time: NaN}), false);
    equal(outcome({end: "returned", position: 9}, {played: true, isLive: true}).position, null);
});

test("each end of a player has one outcome in its tab", () => {
    const played = {played: true, isLive: false};
    const of = (reply, float = played) => {
        const {position, plays, activates, text} = outcome(reply, float);
        return [position, plays, activates, text?.[0] ?? null];
    };
    equal(of({end: "returned", position: 9, paused: false}), [9, true, true, null]);
    equal(of({end: "returned", position: 9, paused: true}), [9, false, true, null]);
    equal(of({end: "returned"}), [null, true, true, null]);
    equal(of({end: "returned", position: 9, displaced: true}), [9, false, false, null]);
    equal(of({end: "closed", position: 9}), [9, false, false, null]);
    equal(of({end: "ended", position: 99}), [99, false, false, null]);
    equal(of({end: "quit", position: 9}), [9, false, false, null]);
    equal(of({end: "failed", line: "x"}), [null, true, false, "failed"]);
    equal(of({end: "failed", line: "x"}, {played: false}), [null, false, false, "failed"]);
    equal(of({end: "failed", position: 9, line: "x"}), [9, false, false, "failed"]);
    equal(of({end: "lost"}), [null, false, false, "lost"]);
    equal(of({end: "other", position: -5}), [0, false, false, null]);
});

test("speed, volume and muting come back from a player that was seen", () => {
    const of = (reply, float = {played: true, isLive: false}) => {
        const {speed, volume, muted} = outcome({end: "returned", position: 9, ...reply}, float);
        return [speed, volume, muted];
    };
    equal(of({speed: 1.5, volume: 0.3, muted: true}), [1.5, 0.3, true]);
    equal(of({end: "closed", speed: 1, volume: 0, muted: false}), [1, 0, false]);
    equal(of({position: undefined, speed: 1.5, volume: 0.3, muted: true}), [null, null, null]);
    equal(of({speed: 1.5, volume: 0.3, muted: true}, {played: true, isLive: true}), [null, 0.3, true]);
    equal(of({speed: 0, volume: 7, muted: 1}), [null, null, null]);
    equal(of({speed: "x", volume: NaN}), [null, null, null]);
});

test("a tab has left when its address changes but for the fragment", () => {
    equal(hasLeft("https://a/p#1", "https://a/p#2"), false);
    equal(hasLeft("https://a/p", "https://a/q"), true);
    equal(hasLeft(undefined, "https://a/q"), true);
});
