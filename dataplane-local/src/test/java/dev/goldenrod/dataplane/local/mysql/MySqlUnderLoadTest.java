package dev.goldenrod.dataplane.local.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.DatabaseSpec;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a MySQL database under constant writes. */
@Tag("slow")
class MySqlUnderLoadTest {
  private static final int WRITERS = 8;
  private static final int ACCOUNTS = 50;

  private static final int COPIES = Integer.getInteger("goldenrod.copies", 4);

  @TempDir Path folder;

  @Test
  void copies_hold_every_committed_transfer_and_none_in_part() throws Exception {
    try (MySqlFixture mysql = new MySqlFixture(folder)) {
      DatabaseSpec parent = mysql.ready();
      makeAccounts(mysql, parent);
      AtomicLongArray committed = new AtomicLongArray(WRITERS);
      AtomicBoolean enough = new AtomicBoolean();
      ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int mine = writer;
        writers.add(
            threads.submit(
                () -> {
                  transfer(mysql.connect(parent), mine, committed, enough);
                  return null;
                }));
      }
      try {
        MySqlFixture.await("all write")
            .until(() -> counts(committed).stream().allMatch(count -> count > 0));
        for (int copy = 0; copy < COPIES; copy++) {
          List<Long> before = counts(committed);
          DatabaseSpec made =
              copy % 2 == 0 ? MySqlFixture.branchOf(parent) : mysql.ofSnapshot(parent);
          mysql.ready(made);
          requireWhole(mysql, made, before);
          mysql.removed(made);
        }
      } finally {
        enough.set(true);
        for (Future<?> writer : writers) {
          writer.get();
        }
        threads.shutdownNow();
      }
      assertThat(mysql.query(parent, "SELECT sum(balance) FROM account")).isEqualTo("0");
    }
  }

  private static List<Long> counts(AtomicLongArray committed) {
    return IntStream.range(0, WRITERS).mapToObj(committed::get).toList();
  }

  private static void requireWhole(MySqlFixture mysql, DatabaseSpec made, List<Long> before)
      throws SQLException {
    assertThat(mysql.query(made, "SELECT sum(balance) FROM account")).isEqualTo("0");
    for (int writer = 0; writer < WRITERS; writer++) {
      String last = "SELECT number FROM transfer WHERE writer = " + writer;
      assertThat(Long.parseLong(mysql.query(made, last)))
          .isGreaterThanOrEqualTo(before.get(writer));
    }
    assertThat(mysql.query(made, "SELECT count(*) FROM journal"))
        .isEqualTo(mysql.query(made, "SELECT sum(number) FROM transfer"));
    for (String table : List.of("account", "transfer", "journal")) {
      assertThat(verdict(mysql, made, table)).isEqualTo("OK");
    }
  }

  /** Returns the result of the engine's own check. */
  private static String verdict(MySqlFixture mysql, DatabaseSpec made, String table)
      throws SQLException {
    try (Connection connection = mysql.connect(made);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("CHECK TABLE " + table + " EXTENDED")) {
      assertThat(rows.next()).isTrue();
      return rows.getString("Msg_text");
    }
  }

  private static void makeAccounts(MySqlFixture mysql, DatabaseSpec parent) throws SQLException {
    mysql.execute(
        parent,
        "CREATE TABLE account (id int PRIMARY KEY, balance bigint NOT NULL)",
        "CREATE TABLE transfer (writer int PRIMARY KEY, number bigint NOT NULL)",
        "CREATE TABLE journal (writer int, number bigint, padding char(200), KEY (padding),"
            + " PRIMARY KEY (writer, number))",
        "INSERT INTO account VALUES " + rows(ACCOUNTS),
        "INSERT INTO transfer VALUES " + rows(WRITERS));
  }

  private static String rows(int count) {
    return IntStream.range(0, count)
        .mapToObj("(%d, 0)"::formatted)
        .collect(Collectors.joining(","));
  }

  /** A transfer is one transaction; it counts once the server has confirmed the commit. */
  private static void transfer(
      Connection connection, int writer, AtomicLongArray committed, AtomicBoolean enough)
      throws SQLException {
    try (connection;
        PreparedStatement move =
            connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
        PreparedStatement count =
            connection.prepareStatement("UPDATE transfer SET number = ? WHERE writer = ?");
        PreparedStatement note =
            connection.prepareStatement("INSERT INTO journal VALUES (?, ?, uuid())")) {
      connection.setAutoCommit(false);
      for (long number = 1; !enough.get(); number++) {
        // Updates the lower account first, to avoid deadlocks.
        int from = ThreadLocalRandom.current().nextInt(ACCOUNTS - 1);
        int to = ThreadLocalRandom.current().nextInt(from + 1, ACCOUNTS);
        update(move, -number, from);
        update(move, number, to);
        update(count, number, writer);
        update(note, writer, number);
        connection.commit();
        committed.set(writer, number);
      }
    }
  }

  private static void update(PreparedStatement statement, long first, long second)
      throws SQLException {
    statement.setLong(1, first);
    statement.setLong(2, second);
    statement.executeUpdate();
  }
}
