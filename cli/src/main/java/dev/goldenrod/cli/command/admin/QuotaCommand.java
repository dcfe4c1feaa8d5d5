package dev.goldenrod.cli.command.admin;

import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Commands for the limits on the number of clones: {@code goldenrod quota}. */
@Command(
    addMethodSubcommands = false,
    name = "quota",
    description = "Limits on the number of clones, and their use.",
    mixinStandardHelpOptions = true)
public final class QuotaCommand extends NounCommand {
  private static final String PATH = "/v1/org/quota";

  private static final Columns COLUMNS =
      Columns.named(quota -> "quota")
          .with("MAX PER MEMBER", "/max_instances_per_user")
          .with("MAX OF ALL", "/max_instances_per_org")
          .with("YOURS", "/active_owned")
          .with("ALL", "/active_in_org");

  public QuotaCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "show",
      description = "Shows the limits and the current numbers of clones.",
      footer = "  goldenrod quota show",
      mixinStandardHelpOptions = true)
  void show(@Mixin CommandOptions options) {
    Session session = session(options);
    session.printer().one(session.api().get(PATH), COLUMNS);
  }

  @Command(
      name = "set",
      description = "Changes the limits; existing clones stay.",
      footer = "  goldenrod quota set --per-member 20",
      mixinStandardHelpOptions = true)
  void set(
      @Mixin CommandOptions options,
      @Option(
              names = "--per-member",
              paramLabel = "NUMBER",
              description = "Maximum number of clones of one member.")
          @Nullable Integer perMember,
      @Option(
              names = "--of-all",
              paramLabel = "NUMBER",
              description = "Maximum number of clones of all members together.")
          @Nullable Integer ofAll) {
    Map<String, Object> body = new LinkedHashMap<>();
    put(body, "max_instances_per_user", perMember);
    put(body, "max_instances_per_org", ofAll);
    if (body.isEmpty()) {
      throw new CliException(
          ExitCode.USAGE,
          "nothing to change; give --per-member or --of-all",
          "goldenrod quota set --help");
    }
    Session session = session(options);
    session.api().patch(PATH, body);
    session.printer().one(session.api().get(PATH), COLUMNS);
  }

  private static void put(Map<String, Object> body, String field, @Nullable Integer cap) {
    if (cap == null) {
      return;
    }
    if (cap < 1) {
      throw new CliException(
          ExitCode.USAGE, "a limit must be at least 1; in a request, 0 means unchanged");
    }
    body.put(field, cap);
  }
}
