package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.ToolRunner;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A copy of the dump that empties some tables in the transaction that loads their rows. PostgreSQL
 * then writes the rows frozen, and no WAL for them with {@code wal_level=minimal}. The tables must
 * be empty already, and owned by the role that restores.
 */
final class FreezingDump {
  /** ISO 8859-1 maps each byte to one character, so positions are those of the bytes. */
  private static final Pattern COPY =
      Pattern.compile("COPY ([^\n]+?) (\\([^\n]*\\) FROM stdin);\n");

  private final ToolRunner runner;

  FreezingDump(ToolRunner runner) {
    this.runner = runner;
  }

  /**
   * Returns the path of a new copy, which shares its data files with the original.
   *
   * @param tables names with schemas, quoted where needed; unknown ones are ignored
   */
  Path make(List<String> tables) {
    return new EditedDump(runner).make("freezing", all -> edit(all, Set.copyOf(tables)));
  }

  static byte[] edit(byte[] all, Set<String> tables) {
    String text = new String(all, StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    int copied = 0;
    Matcher statements = COPY.matcher(text);
    while (statements.find()) {
      if (tables.contains(utf8(statements.group(1))) && isWholeString(all, statements)) {
        int begin = statements.start() - EditedDump.LENGTH_BYTES;
        changed.write(all, copied, begin - copied);
        changed.writeBytes(EditedDump.string(freezing(statements)));
        copied = statements.end();
      }
    }
    changed.write(all, copied, all.length - copied);
    return changed.toByteArray();
  }

  private static byte[] freezing(MatchResult statement) {
    return "TRUNCATE TABLE ONLY %1$s; COPY %1$s %2$s WITH (FREEZE);\n"
        .formatted(statement.group(1), statement.group(2))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A comment or a default value may contain such a statement, too. */
  private static boolean isWholeString(byte[] all, MatchResult statement) {
    int begin = statement.start() - EditedDump.LENGTH_BYTES;
    int length = statement.end() - statement.start();
    return begin >= 0
        && all[begin] == 0
        && ByteBuffer.wrap(all, begin + 1, Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).getInt()
            == length;
  }

  private static String utf8(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
