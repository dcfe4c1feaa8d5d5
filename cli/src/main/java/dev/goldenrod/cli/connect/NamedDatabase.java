package dev.goldenrod.cli.connect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.config.PrivateFiles;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.ApiException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A clone or database that the user named.
 *
 * @param object the API's JSON object
 */
public record NamedDatabase(Kind kind, String name, JsonNode object) {
  private static final int NOT_FOUND = 404;

  public enum Kind {
    CLONE("clone", "phase", "Ready", Set.of("Ready", "Failed")),
    DATABASE("database", "status", "running", Set.of("running", "stopped", "failed", "deleting"));

    private final String word;
    private final String stateField;
    private final String open;
    private final Set<String> settled;

    Kind(String word, String stateField, String open, Set<String> settled) {
      this.word = word;
      this.stateField = stateField;
      this.open = open;
      this.settled = settled;
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
        : ResourceLookup.databasePath(name);
  }

  /** Returns a clone's phase or a database's status. */
  String state() {
    return object.path(kind.stateField).asText();
  }

  boolean isOpen() {
    return kind.open.equals(state());
  }

  /** Waits until the state no longer changes by itself and returns the current object. */
  NamedDatabase settled(Session session, WaitOptions waiting) {
    if (kind.settled.contains(state()) || !waiting.isWaiting()) {
      return this;
    }
    JsonNode settled =
        session
            .waits()
            .await(
                toString(),
                path(),
                kind.stateField,
                kind.settled,
                waiting,
                "goldenrod %s show %s".formatted(kind.word, name));
    return new NamedDatabase(kind, name, settled);
  }

  /**
   * Returns the login, after waiting until the database accepts connections.
   *
   * @throws CliException if it is stopped, has failed, or belongs to another member
   */
  public Login login(Session session, WaitOptions waiting) {
    Login login = loginAsTold(session, waiting);
    return login.isServerChecked()
        ? authorities(session).map(login::trusting).orElse(login)
        : login;
  }

  /** Returns a file with the server's current authorities; empty if the server has none. */
  private static Optional<Path> authorities(Session session) {
    try {
      String pem = session.read(api -> api.getText("/v1/ca.pem"));
      UUID name = UUID.nameUUIDFromBytes(pem.getBytes(StandardCharsets.US_ASCII));
      Path folder = UserConfig.folder(session.terminal()).resolve("authorities");
      Path file = folder.resolve(name + ".pem");
      if (!Files.exists(file)) {
        PrivateFiles.write(file, pem);
      }
      return Optional.of(file);
    } catch (ApiException refused) {
      if (refused.status() == NOT_FOUND) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  private Login loginAsTold(Session session, WaitOptions waiting) {
    NamedDatabase settled = settled(session, waiting);
    if (!settled.isOpen()) {
      throw settled.notOpen();
    }
    if (kind == Kind.CLONE) {
      return Login.ofCredentials(session.read(api -> api.get(path() + "/credentials")));
    }
    JsonNode shown =
        settled.object.has("url") ? settled.object : session.read(api -> api.get(path()));
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
                this, state().toLowerCase(Locale.ROOT), message.isEmpty() ? "" : ": " + message);
    List<String> steps =
        state().equals("stopped")
            ? List.of("goldenrod wake " + name)
            : List.of("goldenrod %s show %s".formatted(kind.word, name));
    return new CliException(ExitCode.CONFLICT, problem, steps.toArray(String[]::new));
  }
}
