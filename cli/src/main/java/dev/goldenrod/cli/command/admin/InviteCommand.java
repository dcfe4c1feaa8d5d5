package dev.goldenrod.cli.command.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.server.TrustOptions;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ApiException;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for invites: {@code goldenrod invite}. */
@Command(
    addMethodSubcommands = false,
    name = "invite",
    description = "Invites for new members.",
    mixinStandardHelpOptions = true)
public final class InviteCommand extends NounCommand {
  private static final Columns COLUMNS =
      Columns.named("/id")
          .with("email")
          .with("role")
          .with("EXPIRES", "/expires_at")
          .with("ACCEPTED", "/accepted_at")
          .with("id");

  private static final Columns CREATED =
      Columns.named("/invite_token").with("TOKEN", "/invite_token");

  private static final String ANOTHER = "goldenrod invite create EMAIL";

  public InviteCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "create",
      description =
          "Creates an invite for an address and prints its token, which is shown only once.",
      footer = "  goldenrod invite create dev@example.com --ttl 7d",
      mixinStandardHelpOptions = true)
  void create(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "EMAIL", description = "Email address to invite.") String email,
      @Option(
              names = "--role",
              defaultValue = "user",
              paramLabel = "ROLE",
              description = "viewer, user, operator or admin (${DEFAULT-VALUE}).")
          String role,
      @Option(
              names = "--ttl",
              defaultValue = "72h",
              paramLabel = "TIME",
              description = "Time within which the invite can be accepted (${DEFAULT-VALUE}).")
          String ttl) {
    Session session = session(options);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("email", email);
    body.put("role", role);
    body.put("ttl_seconds", WaitOptions.duration(ttl).toSeconds());
    session.printer().one(session.api().post("/v1/invites", body), CREATED);
    URI server = session.target().url();
    session.next(
        "%sgoldenrod invite accept --url %s"
            .formatted(
                Target.isClearText(server) ? "GOLDENROD_ALLOW_CLEAR_TEXT=true " : "",
                ShellWord.of(server.toString())));
  }

  @Command(
      name = "list",
      description = "Lists all invites, including accepted ones.",
      footer = "  goldenrod invite list",
      mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    Session session = session(options);
    session.printer().list(session.list("/v1/invites", "invites"), COLUMNS);
  }

  @Command(
      name = "accept",
      description = "Accepts an invite and makes you a member; requires no login.",
      footer = "  goldenrod invite accept --url http://127.0.0.1:7878",
      mixinStandardHelpOptions = true)
  void accept(
      @Mixin CommandOptions options,
      @Option(
              names = "--display-name",
              paramLabel = "NAME",
              description = "Name that other members see.")
          @Nullable String displayName,
      @Option(
              names = "--stdin",
              description = "Read the token and the password from standard input, one line each.")
          boolean isPiped,
      @Mixin TrustOptions trust) {
    Target asked = options.chooseTarget(terminal());
    Path ca = trust.file(terminal(), asked.url());
    Session session = new Session(terminal(), options, ca == null ? asked : asked.trusting(ca));
    List<String> secrets = isPiped ? terminal().readLines(2) : ask(options);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("token", secrets.get(0));
    body.put("password", secrets.get(1));
    if (displayName != null) {
      body.put("display_name", displayName);
    }
    // A stored token would belong to another member.
    ApiConnection api = new ApiConnection(session.api().options().withToken(null));
    JsonNode accepted = accept(api, body);
    new ApiConnection(api.options().withToken(accepted.path("access_token").asText()))
        .post("/v1/auth/logout");
    session.printer().one(accepted.path("user"), MemberCommand.COLUMNS);
    session.next(
        "%s --email %s%s"
            .formatted(
                login(session.target().url()),
                ShellWord.of(accepted.at("/user/email").asText()),
                ca == null ? "" : " --ca " + ShellWord.of("" + ca)));
  }

  private static String login(URI server) {
    return "goldenrod login "
        + ShellWord.of(server.toString())
        + (Target.isClearText(server) ? " --allow-clear-text" : "");
  }

  private static JsonNode accept(ApiConnection api, Map<String, Object> body) {
    try {
      return api.post("/v1/invites/accept", body);
    } catch (ApiException refused) {
      throw switch (refused.status()) {
        case 404 ->
            new CliException(
                ExitCode.NOT_FOUND,
                "unknown invite: the token was mistyped, or the invite was revoked",
                ANOTHER);
        case 410 ->
            new CliException(
                ExitCode.REFUSED, refused.error() + ": ask an admin for another one", ANOTHER);
        case 409 ->
            new CliException(
                ExitCode.CONFLICT,
                refused.error() + ": the invited member can log in",
                login(api.options().server()));
        default -> refused;
      };
    }
  }

  private List<String> ask(CommandOptions options) {
    if (!terminal().canAsk()) {
      throw new CliException(
          ExitCode.USAGE,
          "cannot ask for the token and the password here; --stdin reads them, one line each",
          options.retypedWith("--stdin") + " < FILE");
    }
    return List.of(
        terminal().askSecret("Invite token: "),
        terminal().askSecret("New password, 12 characters or more: "));
  }

  @Command(
      name = "delete",
      description = "Revokes an invite that has not been accepted.",
      footer = "  goldenrod invite delete dev@example.com --yes",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin DeleteOptions deletion,
      @Parameters(
              paramLabel = "INVITE",
              description = "Id of the invite, or its address if that has only one invite.")
          String name) {
    Session session = session(options);
    JsonNode invite = session.lookup().invite(name);
    String what = "the invite of " + invite.path("email").asText();
    deletion.delete(session, what, List.of(), "/v1/invites/" + invite.path("id").asText());
  }
}
