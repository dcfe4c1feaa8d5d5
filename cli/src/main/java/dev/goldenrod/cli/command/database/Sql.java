package dev.goldenrod.cli.command.database;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.Session;

/** Prints SQL, as plain text or as the field {@code sql} of an object. */
final class Sql {
  private static final Columns COLUMNS = Columns.named("/database").with("database").with("sql");

  private Sql() {}

  static void print(Session session, String database, String sql) {
    if (session.printer().isTable()) {
      session.printer().text(sql);
      return;
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("database", database).put("sql", sql);
    session.printer().one(object, COLUMNS);
  }

  /** Returns whether the SQL consists of the server's two introductory comment lines only. */
  static boolean isEmpty(String sql) {
    return sql.lines().filter(line -> !line.isBlank()).skip(2).findAny().isEmpty()
        && sql.lines().noneMatch(line -> !line.isBlank() && !line.startsWith("--"));
  }
}
