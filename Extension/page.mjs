// Functions that run in a page's frames, in the extension's own world there. Each is carried over as text, so it uses
// nothing of this file.

/** Finds the frame's best video and keeps it for takeVideo. Returns what chooseFrame needs, or null. */
export function findVideo(wanted) {
    let best = null;
    for (const video of [...document.querySelectorAll("video")].slice(0, 1000)) {
        const {width, height} = video.getBoundingClientRect();
        const plays = !video.paused && !video.ended && video.readyState > 1;
        const isWanted = Boolean(wanted) && video.currentSrc === wanted;
        const rank = {isWanted, plays, area: Math.round(width * height), video};
        if (rank.area <= 0 || (!video.currentSrc && !video.srcObject)) continue;
        if (best && (best.isWanted !== isWanted ? best.isWanted : best.plays !== plays ? best.plays
            : best.area >= rank.area)) continue;
        best = rank;
    }
    globalThis.orielVideo = best?.video;
    return best && {isWanted: best.isWanted, plays: best.plays, area: best.area};
}

/** Pauses the video, tells about it, and waits on a port for what it does afterwards. */
export function takeVideo() {
    const video = globalThis.orielVideo;
    if (!video) return null;
    const played = !video.paused && !video.ended;
    video.pause();
    const port = (globalThis.browser ?? globalThis.chrome).runtime.connect({name: "video"});
    // A tab that plays again takes its video back, so that never both are heard.
    const onPlay = () => {
        video.pause();
        port.postMessage({type: "return"});
    };
    video.addEventListener("play", onPlay);
    const leave = () => video.removeEventListener("play", onPlay);
    // A page that the browser keeps for its Back button keeps its port, too.
    addEventListener("pagehide", () => port.disconnect(), {once: true});
    port.onDisconnect.addListener(leave);
    port.onMessage.addListener(({position, plays, speed, volume, muted}) => {
        leave();
        if (typeof speed === "number") video.playbackRate = speed;
        // A volume that is only rounded is no change.
        if (typeof volume === "number" && Math.abs(volume - video.volume) > 0.005) video.volume = volume;
        const wasMuted = video.muted;
        if (typeof muted === "boolean") video.muted = muted;
        if (position !== null) {
            const end = Number.isFinite(video.duration) ? Math.max(0, video.duration - 0.1) : position;
            video.currentTime = Math.min(position, end);
        }
        if (!plays) return port.disconnect();
        // A page may be allowed to play without sound only.
        const playMuted = () => {
            if (!wasMuted || video.muted) throw new Error("forbidden");
            video.muted = true;
            return video.play();
        };
        video.play().catch(playMuted).catch(() => port.postMessage({type: "blocked"})).then(() => port.disconnect());
    });
    const tracks = [...video.textTracks].slice(0, 100);
    return {
        source: video.currentSrc, played, isLive: !Number.isFinite(video.duration), isProtected: Boolean(video.mediaKeys),
        time: video.currentTime, speed: video.playbackRate, volume: video.volume, isMuted: video.muted,
        language: tracks.find(track => track.mode === "showing")?.language, page: location.href,
        resources: performance.getEntriesByType("resource").map(entry => entry.name)
            .filter(name => /\.(m3u8|mpd)/i.test(name) && name.length < 8192).slice(0, 20),
    };
}

/** Shows a line over the page for a while. */
export function say(line) {
    const host = document.createElement("div");
    host.style.cssText = "all: initial; position: fixed; inset: auto 16px 16px auto; z-index: 2147483647";
    const text = document.createElement("p");
    text.style.cssText = "margin: 0; max-width: 28em; padding: 12px 16px; border-radius: 8px; background: #222; "
        + "color: #fff; font: 14px/1.4 sans-serif; box-shadow: 0 2px 12px #0008";
    text.textContent = line;
    host.attachShadow({mode: "closed"}).append(text);
    document.documentElement.append(host);
    setTimeout(() => host.remove(), 8000);
}
