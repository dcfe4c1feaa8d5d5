package dev.goldenrod.cli.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.config.Context;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for contexts, the servers that the user knows: {@code goldenrod context}. */
@Command(
    addMethodSubcommands = false,
    name = "context",
    description = "Contexts: the servers that you use, one of which is the current one.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  goldenrod context list", "  goldenrod context use staging"})
public final class ContextCommand extends NounCommand {
  private static final Columns COLUMNS =
      Columns.named("/name")
          .with("CURRENT", context -> context.path("current").asBoolean() ? "*" : "")
          .with("name")
          .with("url")
          .with("LOGIN", context -> context.path("logged_in").asBoolean() ? "yes" : "no");

  public ContextCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(name = "list", description = "Lists all contexts.", mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    UserConfig config = UserConfig.load(terminal());
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    config.contexts().forEach(context -> all.add(asJson(context, config)));
    new Printer(terminal(), options.format()).list(all, COLUMNS);
  }

  @Command(name = "use", description = "Sets the current context.", mixinStandardHelpOptions = true)
  void use(@Parameters(paramLabel = "CONTEXT", description = "Name of the context.") String name) {
    UserConfig config = UserConfig.load(terminal());
    Context context = config.require(name);
    config.withCurrent(name).save();
    terminal().err().printf("the current context is '%s', %s%n", name, context.url());
  }

  @Command(
      name = "add",
      description = "Adds a server without logging in.",
      mixinStandardHelpOptions = true)
  void add(
      @Parameters(paramLabel = "NAME", description = "Name of the new context.") String name,
      @Parameters(paramLabel = "URL", description = "Address of the server.") String url,
      @Option(
              names = "--ca",
              paramLabel = "FILE",
              description = "PEM file with the authorities to trust instead of Java's.")
          @Nullable Path ca) {
    UserConfig config = UserConfig.load(terminal());
    URI address = Target.address(url);
    String checked = Context.nameFor(name, address);
    if (config.find(checked).isPresent()) {
      throw new CliException(
          ExitCode.CONFLICT,
          "context '%s' already exists".formatted(checked),
          "goldenrod context remove " + checked);
    }
    Path token = Context.tokenFile(config.folder(), checked);
    Path trusted = ca == null ? null : ca.toAbsolutePath();
    config.with(new Context(checked, address, token, null, trusted)).save();
    terminal().err().printf("added; log in with: goldenrod login --name %s%n", checked);
  }

  @Command(
      name = "remove",
      description = "Removes a context and its stored token, which stays valid on the server.",
      mixinStandardHelpOptions = true)
  void remove(
      @Parameters(paramLabel = "CONTEXT", description = "Name of the context.") String name) {
    UserConfig config = UserConfig.load(terminal());
    Context context = config.require(name);
    config.without(name).save();
    if (context.isTokenStoredIn(config.folder())) {
      context.forgetToken();
    }
  }

  private static ObjectNode asJson(Context context, UserConfig config) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", context.name())
        .put("url", context.url().toString())
        .put("current", context.name().equals(config.current()))
        .put("logged_in", context.isLoggedIn());
  }
}
