package dev.goldenrod.cli.command.database;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands that print schemas as SQL. */
public final class SchemaCommands {
  private static final Columns COLUMNS = Columns.named("/database").with("database").with("sql");

  private SchemaCommands() {}

  /** Prints a database's schema: {@code goldenrod schema}. */
  @Command(
      name = "schema",
      description = "Prints the schema of a database or branch as SQL.",
      footer = "  goldenrod schema main",
      mixinStandardHelpOptions = true)
  public static final class Schema implements Runnable {
    private final Terminal terminal;

    @Mixin private CommandOptions options;

    @Parameters(paramLabel = "DATABASE", description = "Name or id of the database or branch.")
    private String name;

    public Schema(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public void run() {
      Session session = Session.open(terminal, options);
      String path = session.lookup().databasePathOf(name) + "/schema";
      print(session, name, session.api().getText(path));
    }
  }

  /** Prints the schema changes of a branch: {@code goldenrod diff}. */
  @Command(
      name = "diff",
      description =
          "Prints the SQL that turns the schema of a branch's parent into that of the branch.",
      footer = "  goldenrod diff feature",
      mixinStandardHelpOptions = true)
  public static final class Diff implements Runnable {
    private final Terminal terminal;

    @Mixin private CommandOptions options;

    @Parameters(paramLabel = "BRANCH", description = "Name or id of the branch.")
    private String name;

    public Diff(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public void run() {
      Session session = Session.open(terminal, options);
      JsonNode branch = BranchCommand.branch(session, name, "goldenrod branch list");
      String path = ResourceLookup.databasePath(branch) + "/schema-changes";
      String sql = session.api().getText(path);
      if (isEmpty(sql)) {
        session.say("the schemas do not differ");
      }
      long losing = sql.lines().filter(line -> line.startsWith("-- loses data: ")).count();
      if (losing > 0) {
        session.warn("%d comments '-- loses data' tell which data may be lost".formatted(losing));
      }
      print(session, name, sql);
    }
  }

  /** Prints SQL, as plain text or as the field {@code sql} of an object. */
  private static void print(Session session, String database, String sql) {
    if (session.printer().isTable()) {
      session.printer().text(sql);
      return;
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("database", database).put("sql", sql);
    session.printer().one(object, COLUMNS);
  }

  /** Returns whether the SQL consists of the server's two introductory comment lines only. */
  private static boolean isEmpty(String sql) {
    return sql.lines().filter(line -> !line.isBlank()).skip(2).findAny().isEmpty()
        && sql.lines().noneMatch(line -> !line.isBlank() && !line.startsWith("--"));
  }
}
