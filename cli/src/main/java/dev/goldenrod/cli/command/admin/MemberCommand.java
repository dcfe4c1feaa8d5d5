package dev.goldenrod.cli.command.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Commands for members: {@code goldenrod member}. */
@Command(
    addMethodSubcommands = false,
    name = "member",
    description = "Members of the organisation.",
    mixinStandardHelpOptions = true)
public final class MemberCommand extends NounCommand {
  private static final String NAMED = "Address or id of the member.";

  static final Columns COLUMNS =
      Columns.named("/email")
          .with("email")
          .with("NAME", "/display_name")
          .with("role")
          .with("status")
          .with("CREATED", "/created_at")
          .with("id");

  public MemberCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "list",
      description = "Lists all members.",
      footer = "  goldenrod member list",
      mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    Session session = session(options);
    session.printer().list(session.list("/v1/users", "users"), COLUMNS);
  }

  @Command(
      name = "disable",
      description =
          "Revokes a member's sessions and tokens, and prevents the member from logging in.",
      footer = "  goldenrod member disable dev@example.com",
      mixinStandardHelpOptions = true)
  void disable(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "MEMBER", description = NAMED) String name) {
    change(session(options), name, "disabled");
  }

  @Command(
      name = "enable",
      description = "Allows a disabled member to log in again.",
      footer = "  goldenrod member enable dev@example.com",
      mixinStandardHelpOptions = true)
  void enable(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "MEMBER", description = NAMED) String name) {
    change(session(options), name, "active");
  }

  @Command(
      name = "set-role",
      description = "Changes the role of a member to viewer, user, operator or admin.",
      footer = "  goldenrod member set-role dev@example.com operator",
      mixinStandardHelpOptions = true)
  void setRole(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "MEMBER", description = NAMED) String name,
      @Parameters(paramLabel = "ROLE", description = "viewer, user, operator or admin.")
          String role) {
    Session session = session(options);
    String path = path(session.lookup().member(name));
    session.printer().one(session.api().patch(path, Map.of("role", role)), COLUMNS);
  }

  private static void change(Session session, String name, String status) {
    String path = path(session.lookup().member(name));
    session.printer().one(session.api().patch(path, Map.of("status", status)), COLUMNS);
  }

  @Command(
      name = "delete",
      description = "Deletes a member permanently, with all of the member's clones.",
      footer = "  goldenrod member delete dev@example.com --dry-run",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "MEMBER", description = NAMED) String name) {
    Session session = session(options, waiting);
    JsonNode member = session.lookup().member(name);
    String what = "member '%s'".formatted(member.path("email").asText());
    if (deletion.confirm(session, "delete", what, clones(session, member))) {
      session.apiFor(waiting).delete(path(member));
      session
          .waits()
          .awaitGone(
              what, bounded -> clones(bounded, member).isEmpty(), waiting, "goldenrod clone list");
    }
  }

  private static List<String> clones(Session session, JsonNode member) {
    return ResourceLookup.all(session.lookup().clones()).stream()
        .filter(clone -> clone.path("owner_user").equals(member.path("id")))
        .map(
            clone ->
                "clone %s of golden %s"
                    .formatted(ResourceLookup.cloneName(clone), clone.path("golden").asText()))
        .toList();
  }

  private static String path(JsonNode member) {
    return "/v1/users/" + member.path("id").asText();
  }
}
