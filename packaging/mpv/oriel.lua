-- SPDX-License-Identifier: MIT

-- Lifts mpv's video into Oriel's Picture in Picture with Ctrl+p, and takes it back when Picture in Picture ends.
-- Copy this file to ~/.config/mpv/scripts/. It needs `oriel` and mpv 0.35 or newer.
--
-- Options, in ~/.config/mpv/script-opts/oriel.conf:
--     program=PATH   the program; by default `oriel`, and ~/.local/bin/oriel if PATH has none
--     minimize=yes   minimises mpv's window while the video floats, where the compositor can

local options = {program = "", minimize = false}
require("mp.options").read_options(options, "oriel")
local utils = require("mp.utils")
local unpack = table.unpack or unpack

-- The player that has the video: its name, and mpv's state when it got the video. nil if there is none.
local floating = nil

-- Playlist entries after the current one that are handed over; more would not fit into a command line.
local MOST_ITEMS = 200

local function say(text)
    mp.osd_message(text, 3)
    mp.msg.info(text)
end

local function fail(text)
    mp.osd_message("Picture in Picture: " .. text, 5)
    mp.msg.error(text)
end

-- The program to start. A desktop's PATH often lacks ~/.local/bin, the folder of scripts/install.
local function program()
    if options.program ~= "" then return options.program end
    for folder in (os.getenv("PATH") or ""):gmatch("[^:]+") do
        if utils.file_info(utils.join_path(folder, "oriel")) then return "oriel" end
    end
    local installed = utils.join_path(os.getenv("HOME") or "/", ".local/bin/oriel")
    return utils.file_info(installed) and installed or "oriel"
end

local function is_address(path) return path:find("^%a[%w+.-]*://") ~= nil end

-- The medium as Oriel opens it: an absolute path, or an address; nil for mpv's own protocols.
local function medium(path)
    if not path or path == "" or path == "-" then return nil end
    path = path:gsub("^file://", "")
    local protocol = path:match("^(%a[%w+.-]*)://")
    local known = {http = 1, https = 1, rtsp = 1, rtsps = 1, rtmp = 1, rtmps = 1, mms = 1, mmsh = 1, srt = 1, udp = 1,
                   rtp = 1, tcp = 1, ftp = 1, sftp = 1, smb = 1}
    if protocol then return known[protocol:lower()] and path or nil end
    return utils.join_path(mp.get_property("working-directory", "/"), path)
end

-- The tracks of a kind, in the order of their numbers.
local function tracks(kind)
    local found = {}
    for _, track in ipairs(mp.get_property_native("track-list", {})) do
        if track.type == kind then table.insert(found, track) end
    end
    table.sort(found, function(a, b) return a.id < b.id end)
    return found
end

local function external(kind)
    local files, selected = {}, nil
    for _, track in ipairs(tracks(kind)) do
        local file = track.external and track["external-filename"]
        if file and not track.albumart then
            file = medium(file)
            -- The first file is the one that is shown.
            if file and track.selected then
                table.insert(files, 1, file)
                selected = file
            elseif file then
                table.insert(files, file)
            end
        end
    end
    return files, selected
end

-- The number of the selected track among the medium's own; nil if there is none.
local function own_number(kind)
    local number = 0
    for _, track in ipairs(tracks(kind)) do
        if not track.external then
            number = number + 1
            if track.selected then return number end
        end
    end
    return nil
end

-- The media from the current one on, and the playlist's places that they come from.
local function media()
    local playlist, place = mp.get_property_native("playlist", {}), mp.get_property_number("playlist-pos-1", 1)
    local found, places = {}, {}
    for index = place, math.min(#playlist, place + MOST_ITEMS) do
        local name = index == place and mp.get_property("path") or playlist[index].filename
        local item = medium(name)
        if index == place and not item then return {}, {} end
        if item then
            table.insert(found, item)
            table.insert(places, index - 1)
        end
    end
    return found, places
end

local function number(name, format) return string.format(format, mp.get_property_number(name, 0)) end

local function arguments(name, found)
    local words = {program(), "play", "--pip", "--hand-back", "--id", name}
    local function add(...)
        for _, word in ipairs({...}) do table.insert(words, word) end
    end
    if #found > 1 then add("--list") end
    local position = mp.get_property_number("time-pos", 0)
    if position > 0 then add("--start", string.format("%.3f", position)) end
    if floating.was_paused then add("--paused") end
    add("--speed", string.format("%.3f", math.max(0.1, math.min(8, mp.get_property_number("speed", 1)))))
    add("--volume", string.format("%.0f", math.max(0, math.min(130, mp.get_property_number("volume", 100)))))
    if mp.get_property_bool("mute") then add("--mute") end
    if mp.get_property("loop-playlist", "no") ~= "no" and #found > 1 then add("--loop-list") end
    if mp.get_property("loop-file", "no") ~= "no" then add("--loop") end
    for _, file in ipairs((external("sub"))) do add("--sub", file) end
    for _, file in ipairs((external("audio"))) do add("--audio-file", file) end
    if #tracks("sub") > 0 and not mp.get_property_number("sid") then add("--no-sub") end
    -- With yt-dlp mpv opens another address than the page's, with headers for that one alone.
    if is_address(found[1]) and mp.get_property("stream-open-filename") == mp.get_property("path") then
        for _, header in ipairs(mp.get_property_native("http-header-fields", {})) do add("--http-header", header) end
        local referrer, agent = mp.get_property("referrer", ""), mp.get_property("user-agent", "")
        if referrer ~= "" then add("--http-header", "Referer: " .. referrer) end
        if agent ~= "" and agent ~= "libmpv" then add("--user-agent", agent) end
        local authorities = mp.get_property("tls-ca-file", "")
        if authorities ~= "" then add("--tls-ca-file", authorities) end
    end
    add("--")
    add(unpack(found))
    return words
end

-- Runs a command of `oriel`. The player may not be there yet, so a failure is tried again.
local function command(words, tries, failed)
    if not floating then return end
    local line = {program(), unpack(words)}
    mp.command_native_async(
        {name = "subprocess", args = line, playback_only = false, capture_stdout = true, capture_stderr = true},
        function(is_done, result)
            if is_done and result.status == 0 then return end
            if tries > 1 then
                mp.add_timeout(0.2, function() command(words, tries - 1, failed) end)
            elseif failed then
                failed()
            end
        end)
end

-- Chooses the tracks, which `oriel play` has no options for.
local function choose_tracks(name)
    local audio, subtitle = own_number("audio"), own_number("sub")
    local _, own_file = external("sub")
    if #tracks("audio") > 1 and audio then
        command({"track", "audio", tostring(audio), "--player", name}, 25)
    end
    if subtitle and not own_file then
        command({"track", "subtitle", tostring(subtitle), "--player", name}, 25)
    end
end

-- Selects in mpv the track that Oriel has selected: a file by its name, and another by its number.
local function take_track(kind, property, told)
    local selected, count = nil, 0
    for _, track in ipairs(told) do
        if track.kind == (kind == "sub" and "subtitle" or kind) then
            count = count + 1
            if track.selected then selected = track end
        end
    end
    if count == 0 then return end
    if not selected then
        if kind == "sub" then mp.set_property(property, "no") end
        return
    end
    local place = 0
    for _, track in ipairs(tracks(kind)) do
        local file = track.external and track["external-filename"] or nil
        if not file then place = place + 1 end
        local is_same = selected.file and file and select(2, utils.split_path(file)) == selected.file
        if is_same or (not selected.file and not file and place == selected.number) then
            if not track.selected then mp.set_property_number(property, track.id) end
            return
        end
    end
end

-- Takes over the state that the player ended in, in mpv's current file.
local function take_state(report, plays)
    local player = report.player
    mp.set_property_number("speed", player.speed)
    mp.set_property_number("volume", player.volume)
    mp.set_property_bool("mute", player.muted)
    take_track("audio", "aid", player.tracks)
    take_track("sub", "sid", player.tracks)
    local position, duration = player.position, mp.get_property_number("duration")
    if type(position) == "number" and mp.get_property_bool("seekable", true) then
        -- A seek to the very end would end the file.
        if duration then position = math.min(position, math.max(0, duration - 0.2)) end
        mp.commandv("seek", string.format("%.3f", math.max(0, position)), "absolute+exact")
    end
    mp.set_property_bool("pause", not plays)
end

-- Runs once another entry of the playlist is loaded.
local function once_loaded(run)
    local function loaded()
        mp.unregister_event(loaded)
        run()
    end
    mp.register_event("file-loaded", loaded)
end

local function ended(report, former)
    if options.minimize then mp.set_property_bool("window-minimized", false) end
    local returns = report["end"] == "returned"
    local plays = returns and not report.player.paused
    local index = report.player.list and report.player.list.index or 1
    local place = former.places[index] or former.places[1]
    local entry = mp.get_property_native("playlist", {})[place + 1]
    -- The user has gone on in mpv: only a return takes the video back.
    local is_here = mp.get_property("path") ~= nil and mp.get_property_number("playlist-pos", -1) == former.place
        and mp.get_property_bool("pause")
    if not (returns or is_here) then return end
    if mp.get_property_number("playlist-pos", -1) == place and mp.get_property("path") then
        take_state(report, plays)
    elseif entry and entry.filename == former.names[index] then
        once_loaded(function() take_state(report, plays) end)
        mp.set_property_bool("pause", true)
        mp.set_property_number("playlist-pos", place)
    elseif returns then
        once_loaded(function() take_state(report, plays) end)
        mp.commandv("loadfile", report.player.media, "replace")
    end
end

-- The last line that is a report; nil if there is none, and the last other line.
local function read(output)
    local report, message = nil, nil
    for line in output:gmatch("[^\n]+") do
        local value = line:sub(1, 1) == "{" and utils.parse_json(line)
        if type(value) == "table" and type(value.player) == "table" then
            report = value
        else
            message = line
        end
    end
    return report, message
end

-- Starts the player in a session of its own, so that it outlives mpv, and becomes the reader of its output. Only the
-- reader has mpv's pipe and ends with mpv; otherwise mpv would wait for the player.
local SHELL = [[
folder=$(mktemp -d) && mkfifo "$folder/output" || exit 1
setsid "$@" </dev/null >"$folder/output" 2>&1 &
exec <"$folder/output"
rm -r "$folder"
exec cat
]]

local function start()
    local found, places = media()
    if #found == 0 then return fail("this medium can't be handed over") end
    local name = "mpv-" .. utils.getpid()
    local names = {}
    local playlist = mp.get_property_native("playlist", {})
    for index, place in ipairs(places) do names[index] = playlist[place + 1].filename end
    floating = {
        name = name, was_paused = mp.get_property_bool("pause"), places = places, names = names,
        place = mp.get_property_number("playlist-pos", 0), time = mp.get_time(),
    }
    local words = arguments(name, found)
    mp.set_property_bool("pause", true)
    local line = {"sh", "-c", SHELL, "sh", unpack(words)}
    mp.command_native_async(
        {name = "subprocess", args = line, playback_only = false, capture_stdout = true},
        function(is_done, result)
            local former = floating
            floating = nil
            local report, message = read(is_done and result.stdout or "")
            if report and report["end"] ~= "failed" then return ended(report, former) end
            if options.minimize then mp.set_property_bool("window-minimized", false) end
            -- A player that never began leaves mpv as it was; one that crashed leaves it paused.
            if not former.was_paused and mp.get_time() - former.time < 5 then mp.set_property_bool("pause", false) end
            fail(message or program() .. " can't be started")
        end)
    choose_tracks(name)
    if options.minimize then mp.set_property_bool("window-minimized", true) end
    say("In Picture in Picture; Ctrl+p brings it back")
end

mp.add_key_binding("ctrl+p", "picture-in-picture", function()
    if floating then
        -- A player that a swap has taken out of Picture in Picture is quit.
        local name = floating.name
        command({"restore", "--player", name}, 5, function() command({"quit", "--player", name}, 1) end)
    else
        start()
    end
end)
