package dev.goldenrod.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Release;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ApiException;
import dev.goldenrod.client.ClientException;
import dev.goldenrod.client.Exchange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The context of a running command: its server, and its output. */
public final class Session {
  private static final int PAGE = 1000;

  /** Time for the response to a read beyond the command's timeout. */
  private static final Duration READ_DELAY = Duration.ofSeconds(2);

  /** Longer, because without a response it is unknown whether the change was made. */
  private static final Duration CHANGE_DELAY = Duration.ofSeconds(5);

  private static final int CONFLICT = 409;
  private static final String TAKEN = "name already in use";

  private final Terminal terminal;
  private final CommandOptions options;
  private final Target target;
  private final ApiConnection api;
  private final @Nullable WaitOptions waiting;

  /** Creates a session with the server; a login is not required. */
  public Session(Terminal terminal, CommandOptions options, Target target) {
    this(
        terminal,
        options,
        target,
        new ApiConnection(
            target
                .clientOptions()
                .withRelease("v" + Release.current())
                .withObserver(exchange -> printExchange(terminal, options, exchange))),
        null);
  }

  private Session(
      Terminal terminal,
      CommandOptions options,
      Target target,
      ApiConnection api,
      @Nullable WaitOptions waiting) {
    this.terminal = terminal;
    this.options = options;
    this.target = target;
    this.api = api;
    this.waiting = waiting;
  }

  /**
   * Opens a session with the server that the options, the environment or a file selects.
   *
   * @throws CliException if the user is not logged in there
   */
  public static Session open(Terminal terminal, CommandOptions options) {
    Session session = new Session(terminal, options, options.chooseTarget(terminal));
    if (session.target.token() == null) {
      throw new CliException(
          ExitCode.NOT_ALLOWED, "not logged in to " + session.target.url(), session.login());
    }
    return session;
  }

  /**
   * Opens a session whose requests end soon after the command's timeout, unless it does not wait.
   *
   * @throws CliException if the user is not logged in there
   */
  public static Session open(Terminal terminal, CommandOptions options, WaitOptions waiting) {
    Session session = open(terminal, options);
    return new Session(
        terminal, options, session.target, session.api, waiting.isWaiting() ? waiting : null);
  }

  private String login() {
    return target.adminToken() == null
        ? "goldenrod login " + ShellWord.of(target.url().toString())
        : target.adminToken().startCommand(terminal);
  }

  private static void printExchange(Terminal terminal, CommandOptions options, Exchange exchange) {
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

  /** Returns the connection for one request. */
  public ApiConnection api() {
    return waiting == null ? api : api.within(waiting.left().plus(READ_DELAY));
  }

  /**
   * Reads from the server.
   *
   * @throws CliException with {@link ExitCode#TIMED_OUT} if the server is silent or busy until the
   *     command's timeout
   */
  public <T> T read(Function<ApiConnection, T> request) {
    try {
      return request.apply(api());
    } catch (ClientException e) {
      throw waiting == null ? e : waiting.timeoutOr(e);
    }
  }

  /** Returns a session whose requests fail soon after the time, if the server is silent. */
  Session within(Duration left) {
    return new Session(terminal, options, target, api.within(left.plus(READ_DELAY)), null);
  }

  /** Returns a connection for the change that a command then waits for, within its timeout. */
  public ApiConnection apiFor(WaitOptions waiting) {
    return waiting.isWaiting() ? api.within(waiting.left().plus(CHANGE_DELAY)) : api;
  }

  /** Returns a connection with the current token, for commands that outlive a token. */
  public ApiConnection currentApi() {
    return new ApiConnection(api.options().withToken(target.currentToken()));
  }

  public Target target() {
    return target;
  }

  public Terminal terminal() {
    return terminal;
  }

  public CommandOptions options() {
    return options;
  }

  /** Returns whether the user may be asked: at a terminal, unless the output is for programs. */
  public boolean canAsk() {
    return !options.isAgent && terminal.canAsk();
  }

  /** Asks the user; the time until the answer does not count towards the command's timeout. */
  String ask(String question) {
    return waiting == null
        ? terminal.ask(question)
        : waiting.suspendFor(() -> terminal.ask(question));
  }

  public ResourceLookup lookup() {
    return new ResourceLookup(this);
  }

  public ResourceWaits waits() {
    return new ResourceWaits(this);
  }

  public Printer printer() {
    return new Printer(terminal, options.format());
  }

  /**
   * Returns the progress display of work that stops with the command, and that the same command
   * resumes.
   *
   * @param where what keeps the finished part of the work
   */
  public Progress progressThatResumes(String where) {
    return progress(
        "goldenrod: interrupted; %s keeps what was done, and the same command resumes"
            .formatted(where));
  }

  /**
   * Returns the progress display of work that continues on the server after an interruption.
   *
   * @param again the command that shows or awaits the resource
   */
  public Progress progress(String what, String again) {
    return progress(
        "goldenrod: %s: the work continues on the server; to see it: %s".formatted(what, again));
  }

  /**
   * Returns the progress display of a request that is answered when its work is done. After an
   * interruption it is unknown whether the server received the request.
   *
   * @param again the command that shows the resource
   */
  public Progress progressOfRequest(String what, String again) {
    return progress(
        ("goldenrod: %s: the server has not answered, and may or may not have received the request;"
                + " to check: %s")
            .formatted(what, again));
  }

  /** Returns the progress display of a login that the user confirms elsewhere. */
  public Progress progressOfLogin() {
    return progress("goldenrod: interrupted; you are not logged in to " + target.url());
  }

  private Progress progress(String farewell) {
    return new Progress(terminal, isSilent(), farewell);
  }

  private boolean isSilent() {
    return options.isQuiet || options.isAgent;
  }

  /** Prints a message for people to standard error. */
  public void say(String message) {
    if (!isSilent()) {
      terminal.err().println(Texts.oneLine(message));
    }
  }

  public void warn(String message) {
    say("warning: " + message);
  }

  /** Suggests commands on standard error: as JSON to programs, as text to people at a terminal. */
  public void next(String... steps) {
    if (options.isAgent) {
      terminal.err().println(Texts.json(Map.of("next_steps", List.of(steps))));
    } else if (!options.isQuiet && terminal.canRedraw()) {
      Stream.of(steps).forEach(step -> say("next: " + step));
    }
  }

  /** Creates a resource; {@code list} is the command to suggest if its name is in use. */
  public JsonNode create(String path, Map<String, ?> body, WaitOptions waiting, String list) {
    try {
      return apiFor(waiting).post(path, body);
    } catch (ApiException refused) {
      Object name = body.get("name");
      if (name != null && refused.status() == CONFLICT && refused.error().endsWith(TAKEN)) {
        throw new CliException(
            ExitCode.CONFLICT, "%s: '%s'".formatted(refused.error(), name), list);
      }
      throw refused;
    }
  }

  /** Returns the objects of a list. */
  public ArrayNode list(String path, String field) {
    return objects(path, field, read(it -> it.get(path)));
  }

  private ArrayNode objects(String path, String field, JsonNode answer) {
    if (answer.path(field) instanceof ArrayNode objects) {
      return objects;
    }
    throw new CliException(
        ExitCode.NO_SERVER,
        "%s answered %s without '%s'; is it a Goldenrod server?"
            .formatted(target.url(), path, field),
        "goldenrod doctor");
  }

  /** Returns up to {@code limit} objects of a paginated list, newest first. */
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
}
