package dev.goldenrod.cli.connect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.ApiConnection;
import java.util.List;
import java.util.Set;

/**
 * A clone or database that the user named.
 *
 * @param object the API's JSON object
 */
public record NamedDatabase(Kind kind, String name, JsonNode object) {
  public enum Kind {
    CLONE("clone", "phase", Set.of("Ready"), Set.of("Failed")),
    DATABASE("database", "status", Set.of("running"), Set.of("stopped", "failed"));

    private final String word;
    private final String stateField;
    private final Set<String> open;
    private final Set<String> closed;

    Kind(String word, String stateField, Set<String> open, Set<String> closed) {
      this.word = word;
      this.stateField = stateField;
      this.open = open;
      this.closed = closed;
    }
  }

  public static NamedDatabase clone(String name, JsonNode object) {
    return new NamedDatabase(Kind.CLONE, name, object);
  }

  public static NamedDatabase database(JsonNode object) {
    return new NamedDatabase(Kind.DATABASE, object.path("name").asText(), object);
  }

  /** Returns the unambiguous form that a user can type, as in {@code clone/NAME}. */
  String typed() {
    return kind.word + "/" + name;
  }

  @Override
  public String toString() {
    return "%s '%s'".formatted(kind.word, name);
  }

  public String path() {
    return kind == Kind.CLONE
        ? "/v1/instances/" + object.path("id").asText()
        : "/v1/databases/" + ApiConnection.encode(name);
  }

  /** Returns a clone's phase or a database's status. */
  String state() {
    return object.path(kind.stateField).asText();
  }

  boolean isOpen() {
    return kind.open.contains(state());
  }

  private NamedDatabase now(JsonNode seen) {
    return new NamedDatabase(kind, name, seen);
  }

  private boolean isSettled() {
    return isOpen() || kind.closed.contains(state()) || state().equalsIgnoreCase("deleting");
  }

  /** Waits until the state no longer changes by itself and returns the current object. */
  NamedDatabase settled(Session session, WaitOptions waiting) {
    if (isSettled() || !waiting.isWaiting()) {
      return this;
    }
    return now(
        session
            .waits()
            .await(
                toString(),
                path(),
                seen -> now(seen).isSettled(),
                seen -> (now(seen).state() + " " + seen.path("message").asText()).strip(),
                waiting.atMost(),
                "goldenrod %s show %s".formatted(kind.word, name)));
  }

  /**
   * Returns the login, after waiting until the database accepts connections.
   *
   * @throws CliException if it is stopped, has failed, or belongs to another member
   */
  public Login login(Session session, WaitOptions waiting) {
    Login login = loginAsTold(session, waiting);
    return login.isServerChecked()
        ? DatabaseAuthorities.of(session, session.folder()).map(login::trusting).orElse(login)
        : login;
  }

  private Login loginAsTold(Session session, WaitOptions waiting) {
    NamedDatabase settled = settled(session, waiting);
    if (!settled.isOpen()) {
      throw settled.notOpen();
    }
    if (kind == Kind.CLONE) {
      return Login.ofCredentials(session.api().get(path() + "/credentials"));
    }
    JsonNode shown = settled.object.has("url") ? settled.object : session.api().get(path());
    if (!shown.has("url")) {
      String message = shown.path("message").asText();
      throw new CliException(
          ExitCode.NOT_ALLOWED,
          message.isEmpty()
              ? "the login of %s is shown to its owner only".formatted(this)
              : "the login of %s is not available: %s".formatted(this, message));
    }
    return Login.ofDatabase(shown);
  }

  CliException notOpen() {
    String message = object.path("message").asText();
    String problem =
        "%s is %s%s"
            .formatted(
                this,
                state().toLowerCase(java.util.Locale.ROOT),
                message.isEmpty() ? "" : ": " + message);
    List<String> steps =
        state().equals("stopped")
            ? List.of("goldenrod wake " + name)
            : List.of("goldenrod %s show %s".formatted(kind.word, name));
    return new CliException(ExitCode.CONFLICT, problem, steps.toArray(String[]::new));
  }
}
