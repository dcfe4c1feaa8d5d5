package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.OutputLimit;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DataPlaneException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A copy of the dump that restores with another search_path. A dump starts by setting an empty one,
 * with which definitions that name a function without its schema fail.
 */
final class SearchPathDump {
  private static final String BEGIN = "SELECT pg_catalog.set_config('search_path', %s, false);\n";

  /** Replaces the copy of a load that was interrupted. */
  private static final String COPY =
      "rm -rf \"$2\" && mkdir \"$2\" && find \"$1\" -maxdepth 1 -type f ! -name toc.dat -exec ln -t \"$2\" {} +"
          + " && cp \"$3\" \"$2/toc.dat\"";

  /** A sign byte and a four-byte length precede strings in a table of contents. */
  private static final int LENGTH_BYTES = 5;

  private final ToolRunner runner;

  SearchPathDump(ToolRunner runner) {
    this.runner = runner;
  }

  /** Returns the path of a new copy, which shares its data files with the original. */
  Path make(String searchPath) {
    Path original = runner.file(Dump.FOLDER).resolve("toc.dat");
    // Read by the user that owns the file, because that user may have replaced it.
    byte[] changed = replace(bytes(original), string("''"), string(Sql.text(searchPath).strip()));
    Path copy = runner.file(Dump.FOLDER).resolve("search-path");
    Path fresh = runner.write("toc.changed", changed);
    run(
        "toc.log",
        List.of(
            "/bin/sh",
            "-c",
            COPY,
            "sh",
            runner.file(Dump.FOLDER).toString(),
            copy.toString(),
            fresh.toString()),
        line -> {});
    return copy;
  }

  /** Uses Base64, because tool output is passed on as lines of text. */
  private byte[] bytes(Path file) {
    StringBuilder text = new StringBuilder();
    OutputLimit limit = OutputLimit.ofContents("the dump's table of contents");
    run(
        "toc.base64",
        List.of("/bin/sh", "-c", "exec base64 < \"$1\"", "sh", file.toString()),
        line -> {
          limit.count(line);
          text.append(line);
        });
    return Base64.getDecoder().decode(text.toString());
  }

  private void run(String name, List<String> command, Consumer<String> line) {
    if (runner.run(name, command, Map.of(), line) != 0) {
      throw new DataPlaneException(
          "the dump in %s cannot be read; see %s"
              .formatted(runner.file(Dump.FOLDER), runner.file(name)));
    }
  }

  private static byte[] string(String path) {
    byte[] text = BEGIN.formatted(path).getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(LENGTH_BYTES + text.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0)
        .putInt(text.length)
        .put(text)
        .array();
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
