package dev.goldenrod.engine.schema;

import dev.goldenrod.engine.schema.Change.DataLoss;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.SchemaChanges.Statement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies changes in a session, each completely or not at all, and records the results with the
 * data that is lost. Not thread-safe.
 */
final class ChangeExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeExecutor.class);
  private static final String NOT_COUNTED =
      "not counted, because the query failed or takes too long";
  private static final long NANOS_PER_COUNT = TimeUnit.SECONDS.toNanos(5);

  private final Connection session;
  private final LiveSchema target;
  private final Deadline deadline;

  /** Each loss is counted once, and all of them within a time limit. */
  private final Map<DataLoss, Optional<String>> counts = new HashMap<>();

  private long nanosToCount = TimeUnit.SECONDS.toNanos(30);
  private final List<Statement> succeeded = new ArrayList<>();
  private final List<Statement> failed = new ArrayList<>();

  ChangeExecutor(Connection session, LiveSchema target, Deadline deadline) {
    this.session = session;
    this.target = target;
    this.deadline = deadline;
  }

  /** Returns the statements that succeeded, in order. */
  List<Statement> succeeded() {
    return List.copyOf(succeeded);
  }

  /** Returns the statements that failed since the last {@link #clearFailures}. */
  List<Statement> failed() {
    return List.copyOf(failed);
  }

  void clearFailures() {
    failed.clear();
  }

  /** Drops all but the first {@code count} succeeded statements, because they had no effect. */
  void keepFirst(int count) {
    succeeded.subList(count, succeeded.size()).clear();
  }

  void apply(Change change) {
    applyFirst(List.of(change), failure -> false);
  }

  /**
   * Applies the first of the alternatives that works.
   *
   * @param triesNext whether to try the next alternative after a failure
   * @return whether one succeeded; failures of the others are then not recorded
   */
  boolean applyFirst(List<Change> alternatives, Predicate<SQLException> triesNext) {
    List<Statement> refused = new ArrayList<>();
    for (Change alternative : alternatives) {
      deadline.check();
      List<String> lost = describe(alternative.losses());
      Optional<SQLException> failure = attempt(alternative);
      if (failure.isEmpty()) {
        recordSuccess(alternative, lost);
        return true;
      }
      String reason = String.valueOf(failure.get().getMessage());
      refused.add(new Statement(String.join("\n", alternative.statements()), reason));
      if (!triesNext.test(failure.get())) {
        break;
      }
    }
    failed.addAll(refused);
    return false;
  }

  /** Describes the losses with their counts, leaving out those that lose nothing. */
  private List<String> describe(List<DataLoss> losses) {
    return losses.stream()
        .flatMap(loss -> counts.computeIfAbsent(loss, this::count).stream())
        .toList();
  }

  private Optional<String> count(DataLoss loss) {
    long begun = System.nanoTime();
    long end = begun + Math.min(NANOS_PER_COUNT, nanosToCount);
    try {
      for (String query : loss.queries()) {
        int millis = (int) TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (millis <= 0) {
          break;
        }
        try {
          return target.read(session, query, millis).map(text -> loss.what() + ": " + text);
        } catch (SQLException e) {
          LOG.debug("Cannot count a loss with '{}', trying the next query", query, e);
        }
      }
      return Optional.of(loss.what() + ": " + NOT_COUNTED);
    } finally {
      nanosToCount -= System.nanoTime() - begun;
    }
  }

  private void recordSuccess(Change alternative, List<String> lost) {
    List<String> losing = lost;
    for (String sql : alternative.statements()) {
      succeeded.add(inScript(sql, losing));
      losing = List.of();
    }
  }

  private Statement inScript(String sql, List<String> lost) {
    return target
        .inScript(sql)
        .map(script -> new Statement(script, "", lost))
        .orElseGet(() -> new Statement(sql, LiveSchema.NO_SCRIPT, lost));
  }

  /** Applies the change and returns why it failed, if it did. */
  private Optional<SQLException> attempt(Change change) {
    int done = 0;
    try {
      session.setAutoCommit(change.statements().size() == 1);
      try (java.sql.Statement statement = session.createStatement()) {
        statement.setEscapeProcessing(false);
        for (String sql : change.statements()) {
          statement.execute(sql);
          done++;
        }
        session.setAutoCommit(true);
        return Optional.empty();
      } catch (SQLException e) {
        undo(done == 0 ? List.of() : change.undo());
        return Optional.of(e);
      }
    } catch (SQLException e) {
      throw new DataPlaneException(
          "cannot try more changes on the copy of the parent: " + e.getMessage(), e);
    }
  }

  /** Also restores the settings, because those of a failed change would remain in effect. */
  private void undo(List<String> undo) throws SQLException {
    if (!session.getAutoCommit()) {
      session.rollback();
      session.setAutoCommit(true);
    }
    try (java.sql.Statement statement = session.createStatement()) {
      statement.setEscapeProcessing(false);
      for (String setting : target.settings()) {
        statement.execute(setting);
      }
      for (String sql : undo) {
        statement.execute(sql);
      }
    }
  }
}
