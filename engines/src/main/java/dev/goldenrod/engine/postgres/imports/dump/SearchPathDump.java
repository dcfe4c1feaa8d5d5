package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.postgres.Sql;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A copy of the dump that restores with another search_path. A dump starts by setting an empty one,
 * with which definitions that name a function without its schema fail.
 */
final class SearchPathDump {
  private static final String BEGIN = "SELECT pg_catalog.set_config('search_path', %s, false);\n";

  private final ToolRunner runner;

  SearchPathDump(ToolRunner runner) {
    this.runner = runner;
  }

  /** Returns the path of a new copy, which shares its data files with the original. */
  Path make(String searchPath) {
    return new EditedDump(runner).make("search-path", all -> edit(all, searchPath));
  }

  static byte[] edit(byte[] all, String searchPath) {
    byte[] wanted = EditedDump.string(BEGIN.formatted("''"));
    byte[] instead = EditedDump.string(BEGIN.formatted(Sql.text(searchPath).strip()));
    return replace(all, wanted, instead);
  }

  private static byte[] replace(byte[] all, byte[] wanted, byte[] instead) {
    for (int at = 0; at + wanted.length <= all.length; at++) {
      if (Arrays.equals(all, at, at + wanted.length, wanted, 0, wanted.length)) {
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.write(all, 0, at);
        changed.writeBytes(instead);
        changed.write(all, at + wanted.length, all.length - at - wanted.length);
        return changed.toByteArray();
      }
    }
    // Nothing to do if the tool set no search_path.
    return all;
  }
}
