package dev.goldenrod.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.goldenrod.cli.config.Context;
import dev.goldenrod.cli.config.OwnToken;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Release;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ApiException;
import dev.goldenrod.client.ClientOptions;
import dev.goldenrod.client.Exchange;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A command at work: the server it talks to, and where it says what. */
public final class Session {
  private static final int PAGE = 1000;
  private static final int CONFLICT = 409;
  private static final String TAKEN = "name already in use";

  private final Terminal terminal;
  private final CommandOptions options;
  private final Target target;
  private final ApiConnection api;

  private Session(Terminal terminal, CommandOptions options, Target target) {
    this.terminal = terminal;
    this.options = options;
    this.target = target;
    this.api = new ApiConnection(clientOptions());
  }

  /** At the server that the options, the environment or a file name, logged in. */
  public static Session open(Terminal terminal, CommandOptions options) {
    Session session = at(terminal, options, options.chooseTarget(terminal));
    if (session.target.token() == null) {
      throw new CliException(
          ExitCode.NOT_ALLOWED, "not logged in to " + session.target.url(), login(session.target));
    }
    return session;
  }

  private static String login(Target target) {
    OwnToken own = target.own();
    return own == null ? "goldenrod login " + target.url() : own.start();
  }

  /** At that server, logged in or not. */
  public static Session at(Terminal terminal, CommandOptions options, Target target) {
    return new Session(terminal, options, target);
  }

  private ClientOptions clientOptions() {
    ClientOptions plain =
        plainOptions().withRelease("v" + Release.current()).withObserver(this::tell);
    OwnToken own = target.own();
    ClientOptions checked = own == null ? plain : plain.withIsThere(own::requireListening);
    return target.ca() == null ? checked : checked.withHttp(TrustedHttp.of(target.ca()));
  }

  private ClientOptions plainOptions() {
    try {
      return ClientOptions.of(target.url(), target.token());
    } catch (IllegalArgumentException refused) {
      throw new CliException(
          ExitCode.USAGE, refused.getMessage(), "goldenrod login URL", "goldenrod doctor");
    }
  }

  private void tell(Exchange exchange) {
    if (options.isVerbose) {
      terminal
          .err()
          .printf(
              "%s %s %d %d ms request=%s%n",
              exchange.method(),
              Texts.oneLine(exchange.path()),
              exchange.status(),
              exchange.took().toMillis(),
              Texts.oneLine(exchange.requestId()));
    }
  }

  /** Requests to the server. */
  public ApiConnection api() {
    return api;
  }

  /** The same with the token as it is now, for commands that last longer than a token. */
  public ApiConnection currentApi() {
    return new ApiConnection(api.options().withToken(target.currentToken()));
  }

  public Target target() {
    return target;
  }

  /** Where the command line keeps what is the user's own. */
  public Path folder() {
    return UserConfig.folder(terminal);
  }

  /** Where the command was typed. */
  public Terminal terminal() {
    return terminal;
  }

  /** What finds resources by name or id. */
  public Names names() {
    return new Names(this);
  }

  /** What waits for resources. */
  public Waits waits() {
    return new Waits(this);
  }

  /** Prints data. */
  public Printer printer() {
    return new Printer(terminal, options.format());
  }

  /** Says what happens meanwhile. */
  public Progress progress() {
    return new Progress(terminal, options.isQuiet || options.isAgent, "");
  }

  /**
   * Says what happens meanwhile to work of the server's, which does not end with the command.
   *
   * @param what as in {@code clone 'one'}
   * @param again the command that shows or awaits it
   */
  public Progress progress(String what, String again) {
    String farewell = "goldenrod: %s: the work goes on; to see it: %s".formatted(what, again);
    return new Progress(terminal, options.isQuiet || options.isAgent, farewell);
  }

  /**
   * Says what happens meanwhile to a request that the server answers when the work is done: who
   * ends the command before cannot know whether the server has it.
   *
   * @param what as in {@code database one}
   * @param again the command that shows what was made
   */
  public Progress request(String what, String again) {
    String farewell =
        "goldenrod: %s: the server has not answered, so it may have been asked or not; to see: %s"
            .formatted(what, again);
    return new Progress(terminal, options.isQuiet || options.isAgent, farewell);
  }

  /** Says something to people, on standard error. */
  public void say(String message) {
    if (!options.isQuiet && !options.isAgent) {
      terminal.err().println(Texts.oneLine(message));
    }
  }

  /** Warns of something, on standard error. */
  public void warn(String message) {
    if (!options.isQuiet && !options.isAgent) {
      terminal.err().println("warning: " + Texts.oneLine(message));
    }
  }

  /**
   * Says which commands come next, on standard error: to a program as {@code {"next_steps": […]}},
   * to people on a terminal in words.
   */
  public void next(String... steps) {
    if (options.isAgent) {
      terminal.err().println(Texts.json(Map.of("next_steps", List.of(steps))));
    } else if (!options.isQuiet && terminal.canRedraw()) {
      Stream.of(steps).forEach(step -> say("next: " + step));
    }
  }

  /**
   * Makes what the body names.
   *
   * @param list the command that shows what has the name, should it be taken
   */
  public JsonNode create(String path, Map<String, ?> body, String list) {
    try {
      return api.post(path, body);
    } catch (ApiException refused) {
      Object name = body.get("name");
      if (name != null && refused.status() == CONFLICT && refused.error().endsWith(TAKEN)) {
        throw new CliException(
            ExitCode.CONFLICT, "%s: '%s'".formatted(refused.error(), name), list);
      }
      throw refused;
    }
  }

  /** The objects that a list holds. */
  public ArrayNode list(String path, String field) {
    return objects(path, field, api.get(path));
  }

  private ArrayNode objects(String path, String field, JsonNode answer) {
    if (answer.path(field) instanceof ArrayNode objects) {
      return objects;
    }
    throw new CliException(
        ExitCode.NO_SERVER,
        "%s answered %s without '%s'; is it a server of Goldenrod?"
            .formatted(target.url(), path, field),
        "goldenrod doctor");
  }

  /** That many objects of a list that is answered in pages, the newest first. */
  public ArrayNode pages(String path, String field, int limit) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    @Nullable String cursor = "";
    while (cursor != null && all.size() < limit) {
      String from = cursor.isEmpty() ? "" : "&cursor=" + ApiConnection.encode(cursor);
      int wanted = Math.min(PAGE, limit - all.size());
      JsonNode page = api.get("%s?limit=%d%s".formatted(path, wanted, from));
      all.addAll(objects(path, field, page));
      cursor = page.path("next_cursor").textValue();
    }
    return all;
  }

  /** Whether to delete now, as {@link #may(DeleteOptions, String, List)} has it. */
  public boolean mayDelete(DeleteOptions deletion, String what, List<String> alongside) {
    return may(deletion, "delete", what, alongside);
  }

  /** The same for one of a kind. */
  public boolean may(DeleteOptions deletion, String verb, String what, List<String> alongside) {
    return may(deletion, verb, List.of(new Loss(what, alongside)));
  }

  /**
   * Whether to do now what takes something away. It is not done in a dry run, which prints what
   * would go. Without {@code --yes} it asks, and refuses where nobody can be asked.
   *
   * @param verb as in {@code delete}
   * @param losses what goes
   * @throws CliException when it is refused, and when nothing but the project's file says where it
   *     would be done
   */
  public boolean may(DeleteOptions deletion, String verb, List<Loss> losses) {
    return new Consent(this, terminal, options).isGiven(deletion, verb, losses);
  }

  /**
   * Asks whether the user trusts who made an archive, where its server runs engines as its own
   * user.
   *
   * @param archive the archive's file or address
   * @param isTrusted whether the command says that already
   * @throws CliException when the user does not, or cannot be asked
   */
  public void requireTrust(String archive, boolean isTrusted) {
    boolean isAsked =
        !isTrusted
            && UserConfig.load(terminal).contexts().stream()
                .filter(one -> one.url().equals(target.url()))
                .anyMatch(Context::hasEnginesOfItsUser);
    if (isAsked) {
      new ArchiveTrust(terminal, options).require(archive);
    }
  }
}
