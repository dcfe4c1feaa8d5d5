package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.OutputLimit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parses failures and progress from pg_restore's output.
 *
 * <p>Parallel workers interleave their lines, a few characters at a time. Messages that name a
 * failed entry are never torn apart, so every failed entry is found; which error belongs to which
 * entry is only certain with one worker. Names and messages of the source's objects are in the
 * output, too, so entries that have not failed may be named.
 */
final class RestoreLog implements Consumer<String> {
  /** Workers write these prefixes separately, so they can precede another worker's message. */
  private static final Pattern LINE = Pattern.compile("((?:pg_restore:|error: |warning: | )*)(.*)");

  private static final String PROGRAM = "pg_restore:";
  private static final String COPY_FAILED = "COPY failed for table";
  private static final String END = "errors ignored on restore: ";

  private static final Pattern ERROR = Pattern.compile("^(COPY failed for table|could not )");
  private static final Pattern PROGRESS =
      Pattern.compile(
          "^(connecting|creating|entering|executing|finished|from TOC|implied|launching|processing|"
              + "restored|restoring|setting|skipping|while) ");
  private static final Pattern RESERVED =
      Pattern.compile("superuser|^permission denied|^must be owner of");
  private static final String QUERY = "could not execute query: ";
  private static final Pattern ACCESS_METHOD =
      Pattern.compile("^could not (set \"?default_table_access_method|alter table access method)");

  /** In a line of several workers, such a message may follow another's anywhere. */
  private static final Pattern NAMED = Pattern.compile("from TOC entry (\\d+);");

  private static final Pattern FINISHED = Pattern.compile("finished item (\\d+) ");

  /** Without workers, pg_restore reports only the beginning of each entry. */
  private static final Pattern BEGUN =
      Pattern.compile("pg_restore: (creating|executing|processing) .*");

  private static final String ROWS_BEGUN = "pg_restore: processing data for table ";

  /** An object that could not be restored. The entry is null if pg_restore did not name it. */
  record RestoreError(@Nullable TocEntry entry, String reason) {
    String describe() {
      String what = entry == null ? "an object" : entry.describe();
      if (isStoredOtherwise()) {
        return "%s is stored as heap, like all other objects with its access method: %s"
            .formatted(what, reason);
      }
      return isReserved()
          ? "%s is left out, with what depends on it: only a superuser can create it (%s)"
              .formatted(what, reason)
          : "%s could not be restored: %s".formatted(what, reason);
    }

    /** Returns whether the object was restored, but with PostgreSQL's default access method. */
    boolean isStoredOtherwise() {
      return ACCESS_METHOD.matcher(reason).find();
    }

    /** Returns whether only superusers may create such an object. */
    private boolean isReserved() {
      return RESERVED.matcher(reason).find();
    }
  }

  private final List<RestoreError> losses = new ArrayList<>();
  private final Map<Integer, TocEntry> contents;
  private final boolean hasWorkers;
  private final Consumer<Boolean> restored;
  private final Queue<TocEntry> failed = new ArrayDeque<>();
  private @Nullable TocEntry storedOtherwise;
  private final OutputLimit errors = OutputLimit.ofMessages("errors of pg_restore");
  private final OutputLimit failures =
      OutputLimit.ofMessages("objects that pg_restore cannot restore");
  private boolean atEnd;

  /**
   * Creates a parser.
   *
   * @param hasWorkers whether pg_restore restores with several workers
   * @param restored is called for each entry that workers have finished, or that pg_restore without
   *     workers has begun; receives whether it is the data of a table
   */
  RestoreLog(List<TocEntry> contents, boolean hasWorkers, Consumer<Boolean> restored) {
    this.contents = contents.stream().collect(Collectors.toMap(TocEntry::id, Function.identity()));
    this.hasWorkers = hasWorkers;
    this.restored = restored;
  }

  @Override
  public void accept(String line) {
    atEnd = line.isBlank() ? atEnd : line.contains(END);
    entries(NAMED, line).forEach(this::add);
    error(line).ifPresent(this::add);
    if (hasWorkers) {
      entries(FINISHED, line).forEach(entry -> restored.accept(entry.isTableData()));
    } else if (BEGUN.matcher(line).matches()) {
      restored.accept(line.startsWith(ROWS_BEGUN));
    }
  }

  private void add(TocEntry entry) {
    failures.count("");
    failed.add(entry);
  }

  private void add(String message) {
    errors.count(message);
    String reason = message.replace(QUERY, "").replaceFirst("^ERROR: +", "");
    TocEntry entry = failed.isEmpty() ? storedOtherwise : failed.remove();
    RestoreError loss = new RestoreError(entry, reason);
    losses.add(loss);
    // If the entry itself then fails too, pg_restore does not name it again.
    storedOtherwise = loss.isStoredOtherwise() ? entry : null;
  }

  /** Finds an error's message even if another worker wrote into its line. */
  private static Optional<String> error(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches() || !parts.group(1).contains(PROGRAM) && !line.startsWith(COPY_FAILED)) {
      return Optional.empty();
    }
    String message = parts.group(2);
    boolean isMarked = parts.group(1).contains("error: ");
    boolean isError = ERROR.matcher(message).find() || isMarked;
    return isError && !PROGRESS.matcher(message).find() ? Optional.of(message) : Optional.empty();
  }

  /** Returns all failures. Some have no reason that could be told from other workers' messages. */
  List<RestoreError> losses() {
    return Stream.concat(
            losses.stream(),
            failed.stream().map(entry -> new RestoreError(entry, "pg_restore gives no reason")))
        .toList();
  }

  /** Returns whether pg_restore reached its end despite errors. */
  boolean isAtEnd() {
    return atEnd;
  }

  private List<TocEntry> entries(Pattern pattern, String line) {
    Matcher parts = LINE.matcher(line);
    if (hasWorkers || !parts.matches()) {
      return pattern.matcher(line).results().flatMap(found -> entry(found).stream()).toList();
    }
    Matcher message = pattern.matcher(parts.group(2));
    return message.lookingAt() ? entry(message).stream().toList() : List.of();
  }

  private Optional<TocEntry> entry(MatchResult found) {
    try {
      return Optional.ofNullable(contents.get(Integer.parseInt(found.group(1))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
