// SPDX-License-Identifier: MIT

// Says which programs may keep windows above others: the installed player, and those that the user has allowed. The
// user's answers are kept by the path of the executable file.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

Gio._promisify(Gio.File.prototype, 'query_info_async');
Gio._promisify(Gio.File.prototype, 'load_contents_async');
Gio._promisify(Gio.File.prototype, 'replace_contents_bytes_async', 'replace_contents_finish');

const INSTALLED = ['/usr/bin/oriel', '/usr/local/bin/oriel', `${GLib.get_home_dir()}/.local/bin/oriel`];
const ANSWERS = `${GLib.get_user_state_dir()}/oriel/floating.json`;

const told = (path, attributes, flags = Gio.FileQueryInfoFlags.NONE) =>
    Gio.File.new_for_path(path).query_info_async(attributes, flags, GLib.PRIORITY_DEFAULT, null);

// Path of a process's executable file; null if it can't be known. A path names another file in a sandbox, and after an
// update of the program: such a process has none. All files are read on other threads, as a file system may not answer.
export async function executable(pid) {
    try {
        const link = `/proc/${pid}/exe`;
        const info = await told(link, 'standard::symlink-target', Gio.FileQueryInfoFlags.NOFOLLOW_SYMLINKS);
        const path = info.get_symlink_target();
        const [running, named] = await Promise.all([link, path].map(name => told(name, 'unix::device,unix::inode')));
        const isSame = ['unix::device', 'unix::inode'].every(
            key => running.get_attribute_as_string(key) === named.get_attribute_as_string(key));
        return isSame ? path : null;
    } catch {
        return null;
    }
}

export class Programs {
    constructor(installed = INSTALLED, answers = ANSWERS) {
        this._installed = installed;
        this._file = Gio.File.new_for_path(answers);
    }

    // Whether the program may keep windows above others; null if the user hasn't said.
    async mayFloat(path) {
        if (this._installed.includes(path))
            return true;
        const answer = (await this._answers())[path];
        return typeof answer === 'boolean' ? answer : null;
    }

    async note(path, isAllowed) {
        const answers = JSON.stringify({...await this._answers(), [path]: isAllowed}, null, 4);
        GLib.mkdir_with_parents(this._file.get_parent().get_path(), 0o700);
        await this._file.replace_contents_bytes_async(
            new TextEncoder().encode(`${answers}\n`), null, false, Gio.FileCreateFlags.PRIVATE, null);
    }

    async _answers() {
        try {
            const [contents] = await this._file.load_contents_async(null);
            const answers = JSON.parse(new TextDecoder().decode(contents));
            return answers?.constructor === Object ? answers : {};
        } catch {
            return {};
        }
    }
}
