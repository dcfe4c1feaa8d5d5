package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.OutputLimit;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.port.DataPlaneException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Copies of the dump with another table of contents, which share its data files. */
final class EditedDump {
  /** Replaces the copy of a load that was interrupted. */
  private static final String COPY =
      "rm -rf \"$2\" && mkdir \"$2\" && find \"$1\" -maxdepth 1 -type f ! -name toc.dat -exec ln -t \"$2\" {} +"
          + " && cp \"$3\" \"$2/toc.dat\"";

  /** A sign byte and a four-byte length precede strings in a table of contents. */
  static final int LENGTH_BYTES = 5;

  private final ToolRunner runner;

  EditedDump(ToolRunner runner) {
    this.runner = runner;
  }

  /** Returns the path of a new copy with the name, in the dump's folder. */
  Path make(String name, UnaryOperator<byte[]> edit) {
    Path original = runner.file(Dump.FOLDER).resolve("toc.dat");
    // Read by the user that owns the file, because that user may have replaced it.
    byte[] changed = edit.apply(bytes(original));
    Path copy = runner.file(Dump.FOLDER).resolve(name);
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

  /** Returns a string as a table of contents has it. */
  static byte[] string(String content) {
    return string(content.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] string(byte[] text) {
    return ByteBuffer.allocate(LENGTH_BYTES + text.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0)
        .putInt(text.length)
        .put(text)
        .array();
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
}
