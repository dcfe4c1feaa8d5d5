package dev.goldenrod.cli.command.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for API tokens: {@code goldenrod token}. */
@Command(
    addMethodSubcommands = false,
    name = "token",
    description = "Your tokens for scripts and other programs.",
    mixinStandardHelpOptions = true)
public final class TokenCommand extends NounCommand {
  private static final Columns COLUMNS =
      Columns.named("/name")
          .with("name")
          .with("SCOPES", TokenCommand::scopes)
          .with("EXPIRES", "/expires_at")
          .with("CREATED", "/created_at")
          .with("id");

  private static final Columns CREATED =
      Columns.named("/token")
          .with("name")
          .with("SCOPES", TokenCommand::scopes)
          .with("EXPIRES", "/expires_at")
          .with("id")
          .with("token");

  private static String scopes(JsonNode token) {
    return token
        .path("scopes")
        .valueStream()
        .map(JsonNode::asText)
        .collect(Collectors.joining(", "));
  }

  public TokenCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "create",
      description = "Creates a token and prints it; it is shown only once.",
      footer = "  goldenrod token create ci --scope golden:shop --expires 30d -o name",
      mixinStandardHelpOptions = true)
  void create(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "NAME", description = "Name of the token, for example its purpose.")
          String name,
      @Option(
              names = {"--expires", "--ttl"},
              defaultValue = "90d",
              paramLabel = "TIME",
              description = "Lifetime of the token, at most 365d (${DEFAULT-VALUE}).")
          String ttl,
      @Option(
              names = "--scope",
              split = ",",
              paramLabel = "SCOPE",
              description =
                  "Scope of the token, within your own permissions: read, metrics, database:NAME or"
                      + " golden:NAME; can be repeated (all of your permissions).")
          @Nullable List<String> scopes) {
    Session session = session(options);
    long seconds = WaitOptions.duration(ttl).toSeconds();
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("name", name);
    body.put("ttl_seconds", seconds);
    if (scopes != null) {
      body.put("scopes", scopes);
    }
    JsonNode token = session.api().post("/v1/auth/tokens", body);
    session.printer().one(token, CREATED);
    session.next("goldenrod token delete " + token.path("id").asText());
  }

  @Command(
      name = "list",
      description = "Lists your tokens, without their secrets.",
      footer = "  goldenrod token list",
      mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    Session session = session(options);
    session.printer().list(session.list("/v1/auth/tokens", "tokens"), COLUMNS);
  }

  @Command(
      name = "delete",
      description = "Revokes a token, and the tokens that were created with it.",
      footer = "  goldenrod token delete ci --yes",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "TOKEN", description = "Name or id of the token.") String name) {
    Session session = session(options);
    JsonNode token = session.lookup().token(name);
    String what = "token '%s'".formatted(token.path("name").asText());
    String path = "/v1/auth/tokens/" + token.path("id").asText();
    deletion.delete(session, what, List.of("tokens that were created with it"), path);
  }
}
