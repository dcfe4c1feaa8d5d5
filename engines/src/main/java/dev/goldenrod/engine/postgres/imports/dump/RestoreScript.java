package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.OutputLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the SQL of single entries from the output of {@code pg_restore --verbose --file=-}. */
final class RestoreScript implements Consumer<String> {
  private static final Pattern BEGIN = Pattern.compile("-- TOC entry (\\d+) \\(class .*");

  private final Map<Integer, TocEntry> contents;
  private final Map<TocEntry, List<String>> lines = new HashMap<>();
  private final List<TocEntry> order = new ArrayList<>();
  private final OutputLimit limit = OutputLimit.ofContents("SQL of the dump");
  private @Nullable TocEntry current;

  RestoreScript(List<TocEntry> contents) {
    this.contents = contents.stream().collect(Collectors.toMap(TocEntry::id, Function.identity()));
  }

  @Override
  public void accept(String line) {
    Matcher matcher = BEGIN.matcher(line);
    if (matcher.matches()) {
      current = contents.get(Integer.parseInt(matcher.group(1)));
      limit.count(line);
      Optional.ofNullable(current).ifPresent(order::add);
    } else if (current != null && !isForPsql(line)) {
      limit.count(line);
      lines.computeIfAbsent(current, entry -> new ArrayList<>()).add(line);
    }
  }

  List<TocEntry> entries() {
    return List.copyOf(order);
  }

  List<String> lines(TocEntry entry) {
    return lines.getOrDefault(entry, List.of());
  }

  /** Joins lines of SQL without comments. */
  static String statement(List<String> lines) {
    return lines.stream()
        .filter(line -> !line.startsWith("--"))
        .collect(Collectors.joining("\n"))
        .strip();
  }

  private static boolean isForPsql(String line) {
    return line.startsWith("\\restrict ") || line.startsWith("\\unrestrict ");
  }
}
