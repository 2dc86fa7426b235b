// Decisions of the extension, without the browser: values in, values out. Tests run them in gjs.

// Longest list of frames, and of addresses of one page, that is looked at.
const MOST = 1000;

/** The frame whose video floats: the one that the user pointed at, else the largest that plays, else the largest. */
export function chooseFrame(results) {
    const found = results.slice(0, MOST).filter(({result}) => result && result.area > 0);
    const rank = ({result}) => [result.isWanted ? 1 : 0, result.plays ? 1 : 0, result.area];
    found.sort((a, b) => {
        const [first, second] = [rank(a), rank(b)];
        const index = first.findIndex((value, index) => value !== second[index]);
        return index < 0 ? 0 : second[index] - first[index];
    });
    return found[0] ?? null;
}

const isWeb = address => typeof address === "string" && /^https?:\/\/[^/]/i.test(address) && address.length < 8192;

/** Address of a video's medium: its own, or the first HLS or DASH manifest that its page has loaded. */
export function mediumAddress(video) {
    if (isWeb(video.source)) return video.source;
    const manifests = (video.resources ?? []).slice(0, MOST).filter(isWeb);
    return manifests.find(address => /\.(m3u8|mpd)$/i.test(address.split(/[?#]/)[0])) ?? null;
}

/** The message that floats a video, or {problem} with the name of a text. */
export function floatRequest(tab, video) {
    if (video.isProtected) return {problem: "protected"};
    const address = mediumAddress(video), page = isWeb(video.page) ? video.page : null;
    if (!address && !page) return {problem: "noAddress"};
    const request = {type: "float", tab: tab.id, title: tab.title ?? "", private: tab.incognito === true};
    if (address) request.address = address;
    if (page) request.page = page;
    if (!video.isLive && Number.isFinite(video.time)) request.time = Math.max(0, video.time);
    if (Number.isFinite(video.speed)) request.speed = video.speed;
    if (Number.isFinite(video.volume)) request.volume = video.volume;
    if (video.isMuted) request.muted = true;
    if (video.language) request.language = String(video.language).slice(0, 35);
    return request;
}

/**
 * What a tab does once its player has ended: the place to seek to (null to stay), whether it plays, whether it becomes
 * the active one, the text to show, and speed, volume and muted as they were last in the player (null to stay).
 */
export function outcome(reply, {played, isLive}) {
    const hasPlace = Number.isFinite(reply.position) && !isLive;
    const result = {position: hasPlace ? Math.max(0, reply.position) : null, plays: false, activates: false, text: null};
    const wasSeen = Number.isFinite(reply.position);
    const within = (value, least, most) => wasSeen && value >= least && value <= most ? value : null;
    result.speed = isLive ? null : within(reply.speed, 0.1, 8);
    result.volume = within(reply.volume, 0, 1);
    result.muted = wasSeen && typeof reply.muted === "boolean" ? reply.muted : null;
    switch (reply.end) {
    case "returned":
        result.activates = !reply.displaced;
        result.plays = !reply.displaced && (wasSeen ? reply.paused !== true : played);
        break;
    case "failed":
        result.plays = !wasSeen && !reply.displaced && played;
        result.text = failure(reply);
        break;
    case "lost":
        result.text = ["lost"];
        break;
    }
    return result;
}

/** The text about a video that can't be played, or a link that can't be opened. */
export function failure({line}) {
    return ["failed", String(line ?? "").slice(0, 500).replace(/\.$/, "")];
}

/** Whether a tab has gone on to another page, by its addresses without fragments. */
export function hasLeft(before, now) {
    return (before ?? "").split("#")[0] !== (now ?? "").split("#")[0];
}
