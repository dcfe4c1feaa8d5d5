package dev.goldenrod.cli;

import dev.goldenrod.cli.archive.ExportCommand;
import dev.goldenrod.cli.checkout.CheckoutCommand;
import dev.goldenrod.cli.command.CloneCommand;
import dev.goldenrod.cli.command.DeletedCommand;
import dev.goldenrod.cli.command.GoldenCommand;
import dev.goldenrod.cli.command.ImportCommand;
import dev.goldenrod.cli.command.PoolCommand;
import dev.goldenrod.cli.command.SourceCommand;
import dev.goldenrod.cli.command.admin.AuditCommand;
import dev.goldenrod.cli.command.admin.ClusterCommand;
import dev.goldenrod.cli.command.admin.EnginesCommand;
import dev.goldenrod.cli.command.admin.InviteCommand;
import dev.goldenrod.cli.command.admin.MemberCommand;
import dev.goldenrod.cli.command.admin.QuotaCommand;
import dev.goldenrod.cli.command.admin.TokenCommand;
import dev.goldenrod.cli.command.database.BranchCommand;
import dev.goldenrod.cli.command.database.DatabaseCommand;
import dev.goldenrod.cli.command.database.SchemaCommands;
import dev.goldenrod.cli.command.database.SnapshotCommand;
import dev.goldenrod.cli.connect.MongoshCommand;
import dev.goldenrod.cli.connect.MysqlCommand;
import dev.goldenrod.cli.connect.PsqlCommand;
import dev.goldenrod.cli.connect.TunnelCommand;
import dev.goldenrod.cli.connect.UrlCommand;
import dev.goldenrod.cli.connect.WakeCommand;
import dev.goldenrod.cli.local.DownCommand;
import dev.goldenrod.cli.local.UpCommand;
import dev.goldenrod.cli.program.CompleteCommand;
import dev.goldenrod.cli.program.CompletionCommand;
import dev.goldenrod.cli.program.HelpCommand;
import dev.goldenrod.cli.program.ManCommand;
import dev.goldenrod.cli.program.ServerCommandStub;
import dev.goldenrod.cli.program.WarmUpCommand;
import dev.goldenrod.cli.run.RunCommand;
import dev.goldenrod.cli.server.ContextCommand;
import dev.goldenrod.cli.server.DoctorCommand;
import dev.goldenrod.cli.server.LoginCommand;
import dev.goldenrod.cli.server.LogoutCommand;
import dev.goldenrod.cli.server.StatusCommand;
import dev.goldenrod.cli.server.WhoamiCommand;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The commands after {@code goldenrod}, in the order and grouping of the help. */
enum TopLevelCommand {
  PSQL("psql", Group.SHORT_WAYS, PsqlCommand::new),
  MYSQL("mysql", Group.SHORT_WAYS, MysqlCommand::new),
  MONGOSH("mongosh", Group.SHORT_WAYS, MongoshCommand::new),
  URL("url", Group.SHORT_WAYS, UrlCommand::new),
  RUN("run", Group.SHORT_WAYS, RunCommand::new),
  CHECKOUT("checkout", Group.SHORT_WAYS, CheckoutCommand::new),
  TUNNEL("tunnel", Group.SHORT_WAYS, TunnelCommand::new),
  WAKE("wake", Group.SHORT_WAYS, WakeCommand::new),
  GOLDEN("golden", Group.RESOURCES, GoldenCommand::new),
  SOURCE("source", Group.RESOURCES, SourceCommand::new),
  IMPORT("import", Group.RESOURCES, ImportCommand::new),
  CLONE("clone", Group.RESOURCES, CloneCommand::new),
  POOL("pool", Group.RESOURCES, PoolCommand::new),
  DATABASE("database", Group.RESOURCES, DatabaseCommand::new),
  BRANCH("branch", Group.RESOURCES, BranchCommand::new),
  SNAPSHOT("snapshot", Group.RESOURCES, SnapshotCommand::new),
  DELETED("deleted", Group.RESOURCES, DeletedCommand::new),
  EXPORT("export", Group.RESOURCES, ExportCommand::new),
  DIFF("diff", Group.RESOURCES, SchemaCommands.Diff::new),
  SCHEMA("schema", Group.RESOURCES, SchemaCommands.Schema::new),
  ENGINES("engines", Group.RESOURCES, EnginesCommand::new),
  TOKEN("token", Group.ADMINISTRATION, TokenCommand::new),
  MEMBER("member", Group.ADMINISTRATION, MemberCommand::new),
  INVITE("invite", Group.ADMINISTRATION, InviteCommand::new),
  QUOTA("quota", Group.ADMINISTRATION, QuotaCommand::new),
  CLUSTER("cluster", Group.ADMINISTRATION, ClusterCommand::new),
  AUDIT("audit", Group.ADMINISTRATION, AuditCommand::new),
  LOGIN("login", Group.SERVERS, LoginCommand::new),
  LOGOUT("logout", Group.SERVERS, LogoutCommand::new),
  WHOAMI("whoami", Group.SERVERS, WhoamiCommand::new),
  CONTEXT("context", Group.SERVERS, ContextCommand::new),
  STATUS("status", Group.SERVERS, StatusCommand::new),
  DOCTOR("doctor", Group.SERVERS, DoctorCommand::new),
  UP("up", Group.RUNNING, UpCommand::new),
  DOWN("down", Group.RUNNING, DownCommand::new),
  SERVE("serve"),
  AGENT("agent"),
  CONFIG("config"),
  DEMO("demo"),
  SECRET("secret"),
  ENGINE("engine"),
  ORPHANS("orphans"),
  BACKUP("backup"),
  RESTORE("restore"),
  UPGRADE("upgrade"),
  SHUTDOWN("shutdown"),
  PURGE("purge"),
  BENCH("bench"),
  IMAGE("image"),
  HELP("help", Group.THIS_PROGRAM, it -> new HelpCommand(it, () -> new Cli(it).commandLine())),
  COMPLETION("completion", Group.THIS_PROGRAM, CompletionCommand::new),
  MAN("man", Group.THIS_PROGRAM, it -> new ManCommand(it, () -> new Cli(it).commandLine())),
  COMPLETE(
      "complete",
      Group.THIS_PROGRAM,
      it ->
          new CompleteCommand(
              it, () -> new Cli(it).commandLine(), (in, words) -> new Cli(in).execute(words))),
  WARM_UP("warm-up", Group.THIS_PROGRAM, terminal -> new WarmUpCommand());

  enum Group {
    SHORT_WAYS("Shortcuts"),
    RESOURCES("Resources"),
    ADMINISTRATION("Administration"),
    SERVERS("Servers"),
    RUNNING("Running a server"),
    THIS_PROGRAM("Help and completion");

    private final String heading;

    Group(String heading) {
      this.heading = heading;
    }

    String heading() {
      return heading;
    }
  }

  private final String word;
  private final Group group;
  private final Function<Terminal, Object> command;

  TopLevelCommand(String word, Group group, Function<Terminal, Object> command) {
    this.word = word;
    this.group = group;
    this.command = command;
  }

  /** Creates a command of the server's jar, which the launcher runs there. */
  TopLevelCommand(String word) {
    this(word, Group.RUNNING, terminal -> ServerCommandStub.commandLine(word));
  }

  String word() {
    return word;
  }

  /** Returns whether the command is called by programs only and hidden from the help. */
  boolean isHidden() {
    return this == COMPLETE || this == WARM_UP;
  }

  Group group() {
    return group;
  }

  Object command(Terminal terminal) {
    return command.apply(terminal);
  }

  static List<TopLevelCommand> of(Group group) {
    return Stream.of(values()).filter(word -> word.group == group).toList();
  }
}
