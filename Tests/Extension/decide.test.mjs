// Tests of the extension's decisions: node --test (by ExtensionTests.swift).
import assert from "node:assert/strict";
import {test} from "node:test";
import {chooseFrame, floatRequest, hasLeft, mediumAddress, outcome} from "../../Extension/decide.mjs";

const frame = (frameId, area, plays = false, isWanted = false) => ({frameId, result: {area, plays, isWanted}});
const tab = {id: 7, title: "Film", incognito: false};
const video = {source: "https://a.example/film.mp4", page: "https://a.example/p", time: 5, speed: 1, volume: 1};

test("the largest video that plays is chosen, in any frame", () => {
    assert.equal(chooseFrame([frame(0, 900), frame(1, 100, true), frame(2, 200, true)]).frameId, 2);
    assert.equal(chooseFrame([frame(0, 100), frame(3, 900)]).frameId, 3);
    assert.equal(chooseFrame([frame(0, 900, true), frame(1, 10, false, true)]).frameId, 1);
});

test("frames without a video, and a thousand of them, are no matter", () => {
    assert.equal(chooseFrame([]), null);
    assert.equal(chooseFrame([{frameId: 0, result: null}, {frameId: 1}, frame(2, 0, true)]), null);
    assert.equal(chooseFrame(Array.from({length: 5000}, (_, id) => frame(id, 1))).frameId, 0);
});

test("a plain address comes first, then a manifest that was loaded, then the page", () => {
    assert.equal(mediumAddress(video), video.source);
    const resources = ["https://b.example/a.js", "https://b.example/live.m3u8?key=1", "https://b.example/x.mpd"];
    const source = "blob:https://a.example/1";
    assert.equal(mediumAddress({...video, source, resources}), resources[1]);
    assert.equal(mediumAddress({...video, source}), null);
    assert.equal(floatRequest(tab, {...video, source}).page, video.page);
    assert.equal("address" in floatRequest(tab, {...video, source}), false);
});

test("what is no address of the web is none", () => {
    for (const source of ["file:///etc/passwd", "-x", "javascript:1", "", undefined, 7, "https://" + "a".repeat(9000)]) {
        assert.equal(mediumAddress({...video, source}), null);
    }
    assert.deepEqual(floatRequest(tab, {...video, source: "blob:x", page: "about:blank"}), {problem: "noAddress"});
});

test("a protected video is told, not tried", () => {
    assert.deepEqual(floatRequest(tab, {...video, isProtected: true}), {problem: "protected"});
});

test("the request has the tab's state", () => {
    const full = {...video, speed: 1.5, volume: 0.5, isMuted: true, language: "de"};
    assert.deepEqual(floatRequest({...tab, incognito: true}, full), {
        type: "float", tab: 7, title: "Film", private: true, address: video.source, page: video.page, time: 5,
        speed: 1.5, volume: 0.5, muted: true, language: "de",
    });
});

test("a live stream has no time", () => {
    assert.equal("time" in floatRequest(tab, {...video, isLive: true}), false);
    assert.equal("time" in floatRequest(tab, {...video, time: NaN}), false);
    assert.equal(outcome({end: "returned", position: 9}, {played: true, isLive: true}).position, null);
});

test("each end of a player has one outcome in its tab", () => {
    const played = {played: true, isLive: false};
    const of = (reply, float = played) => {
        const {position, plays, activates, text} = outcome(reply, float);
        return [position, plays, activates, text?.[0] ?? null];
    };
    assert.deepEqual(of({end: "returned", position: 9, paused: false}), [9, true, true, null]);
    assert.deepEqual(of({end: "returned", position: 9, paused: true}), [9, false, true, null]);
    assert.deepEqual(of({end: "returned"}), [null, true, true, null]);
    assert.deepEqual(of({end: "returned", position: 9, displaced: true}), [9, false, false, null]);
    assert.deepEqual(of({end: "closed", position: 9}), [9, false, false, null]);
    assert.deepEqual(of({end: "ended", position: 99}), [99, false, false, null]);
    assert.deepEqual(of({end: "quit", position: 9}), [9, false, false, null]);
    assert.deepEqual(of({end: "failed", line: "x"}), [null, true, false, "failed"]);
    assert.deepEqual(of({end: "failed", line: "x"}, {played: false}), [null, false, false, "failed"]);
    assert.deepEqual(of({end: "failed", position: 9, line: "x"}), [9, false, false, "failed"]);
    assert.deepEqual(of({end: "lost"}), [null, false, false, "lost"]);
    assert.deepEqual(of({end: "other", position: -5}), [0, false, false, null]);
});

test("a tab has left when its address changes but for the fragment", () => {
    assert.equal(hasLeft("https://a/p#1", "https://a/p#2"), false);
    assert.equal(hasLeft("https://a/p", "https://a/q"), true);
    assert.equal(hasLeft(undefined, "https://a/q"), true);
});
