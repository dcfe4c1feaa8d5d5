package dev.goldenrod.cli.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Pause;
import dev.goldenrod.client.ApiException;
import dev.goldenrod.client.NoAnswerException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One login at a server's issuer, which the user confirms in a browser on any machine: OAuth's
 * device authorization grant (RFC 8628).
 */
final class DeviceLogin {
  private static final String PATH = "/sign-in/device";
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:device_code";
  private static final Duration SLOWER = Duration.ofSeconds(5);
  private static final int MOST_SECONDS = 3600;
  private static final int NOT_FOUND = 404;

  private final Session session;
  private final Consumer<Duration> pause;
  private Duration interval = Duration.ZERO;

  DeviceLogin(Session session) {
    this(
        session,
        time -> Pause.sleep(time, ExitCode.NOT_ALLOWED, "interrupted; you are not logged in"));
  }

  DeviceLogin(Session session, Consumer<Duration> pause) {
    this.session = session;
    this.pause = pause;
  }

  /**
   * Prints where to sign in, waits until the user has done so, and returns the session's token.
   *
   * @param issuer id of the issuer; empty for the server's only one
   */
  String await(String issuer) {
    JsonNode begun = begin(issuer);
    print(begun);
    Map<String, String> question =
        Map.of("grant_type", GRANT, "device_code", begun.path("device_code").asText());
    interval = seconds(begun, "interval");
    long end = System.nanoTime() + seconds(begun, "expires_in").toNanos();
    try (Progress progress = session.progressOfLogin()) {
      Optional<String> token = Optional.empty();
      while (token.isEmpty() && System.nanoTime() + interval.toNanos() < end) {
        progress.say("waiting for the sign-in");
        pause.accept(interval);
        token = ask(question);
      }
      return token.orElseThrow(this::expired);
    }
  }

  private JsonNode begin(String issuer) {
    try {
      return session.api().postForm(PATH, issuer.isEmpty() ? Map.of() : Map.of("issuer", issuer));
    } catch (ApiException refused) {
      throw refusedToBegin(refused);
    }
  }

  private CliException refusedToBegin(ApiException refused) {
    URI server = session.target().url();
    if (refused.status() == NOT_FOUND) {
      return new CliException(
          ExitCode.REFUSED,
          "%s has no single sign-on, or is too old for --sso".formatted(server),
          "goldenrod login " + server);
    }
    return switch (refused.error()) {
      case "unauthorized_client" ->
          new CliException(
              ExitCode.REFUSED,
              reason(refused),
              "goldenrod login %s --token-stdin < FILE".formatted(server));
      case "invalid_request" ->
          new CliException(
              ExitCode.USAGE, reason(refused), "goldenrod login %s --sso ISSUER".formatted(server));
      default -> new CliException(ExitCode.REFUSED, reason(refused));
    };
  }

  private void print(JsonNode begun) {
    printLine(
        "Open %s and enter the code %s"
            .formatted(begun.path("verification_uri").asText(), begun.path("user_code").asText()));
    String pageWithCode = begun.path("verification_uri_complete").asText();
    if (!pageWithCode.isEmpty()) {
      printLine("or open " + pageWithCode);
    }
  }

  private void printLine(String line) {
    session.terminal().err().println(Texts.oneLine(line));
  }

  private static Duration seconds(JsonNode begun, String field) {
    return Duration.ofSeconds(Math.max(0, Math.min(MOST_SECONDS, begun.path(field).asLong())));
  }

  /** Asks the server once for the session's token; empty if the user has not signed in yet. */
  private Optional<String> ask(Map<String, String> question) {
    try {
      JsonNode answer = session.api().postForm(PATH + "/token", question);
      return Optional.of(answer.path("access_token").asText());
    } catch (NoAnswerException lost) {
      return askMoreSlowly();
    } catch (ApiException refused) {
      return switch (refused.error()) {
        case "authorization_pending" -> Optional.empty();
        case "slow_down", "temporarily_unavailable" -> askMoreSlowly();
        case "expired_token" -> throw expired();
        default -> throw new CliException(ExitCode.NOT_ALLOWED, reason(refused));
      };
    }
  }

  private Optional<String> askMoreSlowly() {
    interval = interval.plus(SLOWER);
    return Optional.empty();
  }

  private CliException expired() {
    return new CliException(
        ExitCode.TIMED_OUT,
        "the code has expired before the sign-in; you are not logged in",
        "goldenrod login %s --sso".formatted(session.target().url()));
  }

  private static String reason(ApiException refused) {
    return refused.body().path("error_description").asText(refused.error());
  }
}
