// The extension's background: the browser's events in, messages to the program `oriel` and to the tabs out.
import {chooseFrame, failure, floatRequest, hasLeft, outcome} from "./decide.mjs";
import {findVideo, say, takeVideo} from "./page.mjs";

const api = globalThis.browser ?? globalThis.chrome;
const word = (...name) => api.i18n.getMessage(...name);

// Tabs whose video floats: its port, the tab's address, and what outcome needs.
const floats = new Map();
// Tabs whose video is being looked for, and those that wait for their video's port.
const busy = new Set();
const waiting = new Map();
// The program, while a video floats; it has greeted once it runs.
let host = null;
let hasGreeted = false;

function connect() {
    if (host) return;
    hasGreeted = false;
    const port = host = api.runtime.connectNative("org.oriel.oriel");
    port.onMessage.addListener(message => {
        if (message?.type === "ready") hasGreeted = true;
        if (message?.type === "ended") ended(message);
        // A link that can't be opened says why in the tab that has it.
        if (message?.type === "refused" && message.tab >= 0 && !floats.has(message.tab))
            void tell(message.tab, failure(message));
        if (message?.type === "opened" || message?.type === "refused") disconnectIfIdle();
    });
    port.onDisconnect.addListener(() => {
        // Reading the error keeps it out of the browser's log.
        void (port.error ?? api.runtime.lastError);
        if (host !== port) return;
        host = null;
        for (const tab of [...floats.keys()]) {
            if (hasGreeted) finish(tab, {position: null, plays: false, text: ["lost"]});
            else finish(tab, {position: null, plays: floats.get(tab).played, text: ["notConnected"]});
        }
    });
}

// The program ends when no video of this browser floats.
function disconnectIfIdle() {
    if (!host || floats.size) return;
    const port = host;
    host = null;
    port.disconnect();
}

async function tell(tab, text) {
    const line = word(...text);
    try {
        await api.action.setTitle({tabId: tab, title: line});
        await api.action.setBadgeText({tabId: tab, text: "!"});
        await api.scripting.executeScript({target: {tabId: tab}, func: say, args: [line]});
    } catch {
        // The tab is gone, or shows no scripts: the button has the line.
    }
}

async function mark(tab, isFloating) {
    try {
        await api.action.setBadgeText({tabId: tab, text: ""});
        await api.action.setTitle({tabId: tab, title: word(isFloating ? "restore" : "float")});
    } catch {
        // The tab is gone.
    }
}

async function float(tab, wanted) {
    if (busy.has(tab.id)) return;
    busy.add(tab.id);
    try {
        await mark(tab.id, false);
        let results;
        try {
            const target = {tabId: tab.id, allFrames: true};
            results = await api.scripting.executeScript({target, func: findVideo, args: [wanted ?? ""]});
        } catch { return await tell(tab.id, ["noPage"]); }
        const frame = chooseFrame(results);
        if (!frame) return await tell(tab.id, ["noVideo"]);
        const opened = new Promise(resolve => waiting.set(tab.id, resolve));
        const target = {tabId: tab.id, frameIds: [frame.frameId]};
        const [{result: video} = {}] = await api.scripting.executeScript({target, func: takeVideo});
        if (!video) return await tell(tab.id, ["noVideo"]);
        const port = await opened;
        floats.set(tab.id, {port, url: tab.url, windowId: tab.windowId, played: video.played, isLive: video.isLive});
        port.onDisconnect.addListener(() => release(tab.id, port));
        port.onMessage.addListener(message => {
            if (message?.type === "return") giveBack(tab.id);
            if (message?.type === "blocked") void tell(tab.id, ["blocked"]);
        });
        const request = floatRequest(tab, video);
        if (request.problem) {
            finish(tab.id, {position: null, plays: video.played, text: [request.problem]});
        } else {
            connect();
            host.postMessage(request);
            await mark(tab.id, true);
        }
    } catch {
        // The tab went away meanwhile.
    } finally {
        busy.delete(tab.id);
        waiting.delete(tab.id);
    }
}

function giveBack(tab) {
    if (floats.has(tab)) host?.postMessage({type: "return", tab});
}

// The video's page is gone, or shows something else: its player lives by itself.
function release(tab, port) {
    if (floats.get(tab)?.port !== port) return;
    floats.delete(tab);
    host?.postMessage({type: "release", tab});
    void mark(tab, false);
    disconnectIfIdle();
}

function ended(reply) {
    const float = floats.get(reply.tab);
    if (!float) return;
    const result = outcome(reply, float);
    finish(reply.tab, result);
    if (!result.activates) return;
    const ignore = () => {};
    api.tabs.update(reply.tab, {active: true}).then(tab =>
        api.windows.update(tab.windowId, {focused: true, drawAttention: true})).catch(ignore);
}

function finish(tab, {position, plays, text, speed, volume, muted}) {
    const {port} = floats.get(tab);
    floats.delete(tab);
    try {
        port.postMessage({position, plays, speed, volume, muted});
    } catch {
        // The page went away at this moment.
    }
    void mark(tab, false).then(() => text && tell(tab, text));
    disconnectIfIdle();
}

function press(tab, wanted) {
    if (floats.has(tab.id)) giveBack(tab.id);
    else void float(tab, wanted);
}

api.runtime.onConnect.addListener(port => {
    const tab = port.sender?.tab?.id;
    if (port.name === "video" && waiting.has(tab)) waiting.get(tab)(port);
    else port.disconnect();
});
api.action.onClicked.addListener(tab => press(tab));
api.tabs.onUpdated.addListener((tab, {url}) => {
    const float = floats.get(tab);
    if (!float || !url || !hasLeft(float.url, url)) return;
    float.port.disconnect();
    release(tab, float.port);
});
api.runtime.onInstalled.addListener(() => {
    api.contextMenus.removeAll(() => {
        api.contextMenus.create({id: "video", title: word("float"), contexts: ["video", "page", "frame"]});
        api.contextMenus.create({id: "link", title: word("link"), contexts: ["link"]});
    });
});
api.contextMenus.onClicked.addListener((info, tab) => {
    if (info.menuItemId === "video") return press(tab, info.srcUrl);
    connect();
    host.postMessage({type: "open", tab: tab?.id ?? -1, page: info.linkUrl, private: tab?.incognito === true});
});
