package dev.goldenrod.cli;

import dev.goldenrod.cli.archive.ExportCommand;
import dev.goldenrod.cli.checkout.CheckoutCommand;
import dev.goldenrod.cli.command.CloneCommand;
import dev.goldenrod.cli.command.DeletedCommand;
import dev.goldenrod.cli.command.GoldenCommand;
import dev.goldenrod.cli.command.ImportCommand;
import dev.goldenrod.cli.command.MaskCommand;
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
import java.util.stream.Stream;

/** The commands after {@code goldenrod}, in the order and grouping of the help. */
enum TopLevelCommand {
  PSQL("psql", Group.SHORT_WAYS),
  MYSQL("mysql", Group.SHORT_WAYS),
  MONGOSH("mongosh", Group.SHORT_WAYS),
  URL("url", Group.SHORT_WAYS),
  RUN("run", Group.SHORT_WAYS),
  CHECKOUT("checkout", Group.SHORT_WAYS),
  TUNNEL("tunnel", Group.SHORT_WAYS),
  WAKE("wake", Group.SHORT_WAYS),
  GOLDEN("golden", Group.RESOURCES),
  SOURCE("source", Group.RESOURCES),
  MASK("mask", Group.RESOURCES),
  IMPORT("import", Group.RESOURCES),
  CLONE("clone", Group.RESOURCES),
  POOL("pool", Group.RESOURCES),
  DATABASE("database", Group.RESOURCES),
  BRANCH("branch", Group.RESOURCES),
  SNAPSHOT("snapshot", Group.RESOURCES),
  DELETED("deleted", Group.RESOURCES),
  EXPORT("export", Group.RESOURCES),
  DIFF("diff", Group.RESOURCES),
  SCHEMA("schema", Group.RESOURCES),
  ENGINES("engines", Group.RESOURCES),
  TOKEN("token", Group.ADMINISTRATION),
  MEMBER("member", Group.ADMINISTRATION),
  INVITE("invite", Group.ADMINISTRATION),
  QUOTA("quota", Group.ADMINISTRATION),
  CLUSTER("cluster", Group.ADMINISTRATION),
  AUDIT("audit", Group.ADMINISTRATION),
  LOGIN("login", Group.SERVERS),
  LOGOUT("logout", Group.SERVERS),
  WHOAMI("whoami", Group.SERVERS),
  CONTEXT("context", Group.SERVERS),
  STATUS("status", Group.SERVERS),
  DOCTOR("doctor", Group.SERVERS),
  UP("up", Group.RUNNING),
  DOWN("down", Group.RUNNING),
  SERVE("serve", Group.RUNNING),
  AGENT("agent", Group.RUNNING),
  CONFIG("config", Group.RUNNING),
  DEMO("demo", Group.RUNNING),
  SECRET("secret", Group.RUNNING),
  ENGINE("engine", Group.RUNNING),
  ORPHANS("orphans", Group.RUNNING),
  BACKUP("backup", Group.RUNNING),
  RESTORE("restore", Group.RUNNING),
  UPGRADE("upgrade", Group.RUNNING),
  SHUTDOWN("shutdown", Group.RUNNING),
  PURGE("purge", Group.RUNNING),
  BENCH("bench", Group.RUNNING),
  IMAGE("image", Group.RUNNING),
  HELP("help", Group.THIS_PROGRAM),
  COMPLETION("completion", Group.THIS_PROGRAM),
  MAN("man", Group.THIS_PROGRAM),
  COMPLETE("complete", Group.THIS_PROGRAM),
  WARM_UP("warm-up", Group.THIS_PROGRAM);

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

  TopLevelCommand(String word, Group group) {
    this.word = word;
    this.group = group;
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

  /** Creates the command. No class of another command is loaded, which would take time. */
  Object command(Terminal terminal) {
    return switch (this) {
      case PSQL -> new PsqlCommand(terminal);
      case MYSQL -> new MysqlCommand(terminal);
      case MONGOSH -> new MongoshCommand(terminal);
      case URL -> new UrlCommand(terminal);
      case RUN -> new RunCommand(terminal);
      case CHECKOUT -> new CheckoutCommand(terminal);
      case TUNNEL -> new TunnelCommand(terminal);
      case WAKE -> new WakeCommand(terminal);
      case GOLDEN -> new GoldenCommand(terminal);
      case SOURCE -> new SourceCommand(terminal);
      case MASK -> new MaskCommand(terminal);
      case IMPORT -> new ImportCommand(terminal);
      case CLONE -> new CloneCommand(terminal);
      case POOL -> new PoolCommand(terminal);
      case DATABASE -> new DatabaseCommand(terminal);
      case BRANCH -> new BranchCommand(terminal);
      case SNAPSHOT -> new SnapshotCommand(terminal);
      case DELETED -> new DeletedCommand(terminal);
      case EXPORT -> new ExportCommand(terminal);
      case DIFF -> new SchemaCommands.Diff(terminal);
      case SCHEMA -> new SchemaCommands.Schema(terminal);
      case ENGINES -> new EnginesCommand(terminal);
      case TOKEN -> new TokenCommand(terminal);
      case MEMBER -> new MemberCommand(terminal);
      case INVITE -> new InviteCommand(terminal);
      case QUOTA -> new QuotaCommand(terminal);
      case CLUSTER -> new ClusterCommand(terminal);
      case AUDIT -> new AuditCommand(terminal);
      case LOGIN -> new LoginCommand(terminal);
      case LOGOUT -> new LogoutCommand(terminal);
      case WHOAMI -> new WhoamiCommand(terminal);
      case CONTEXT -> new ContextCommand(terminal);
      case STATUS -> new StatusCommand(terminal);
      case DOCTOR -> new DoctorCommand(terminal);
      case UP -> new UpCommand(terminal);
      case DOWN -> new DownCommand(terminal);
      case SERVE,
          AGENT,
          CONFIG,
          DEMO,
          SECRET,
          ENGINE,
          ORPHANS,
          BACKUP,
          RESTORE,
          UPGRADE,
          SHUTDOWN,
          PURGE,
          BENCH,
          IMAGE ->
          ServerCommandStub.commandLine(word);
      case HELP -> new HelpCommand(terminal, () -> new Cli(terminal).commandLine());
      case COMPLETION -> new CompletionCommand(terminal);
      case MAN -> new ManCommand(terminal, () -> new Cli(terminal).commandLine());
      case COMPLETE ->
          new CompleteCommand(
              terminal,
              () -> new Cli(terminal).commandLine(),
              (captured, words) -> new Cli(captured).execute(words));
      case WARM_UP -> new WarmUpCommand((captured, words) -> new Cli(captured).execute(words));
    };
  }

  static List<TopLevelCommand> of(Group group) {
    return Stream.of(values()).filter(word -> word.group == group).toList();
  }
}
