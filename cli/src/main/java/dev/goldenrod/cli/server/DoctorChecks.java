package dev.goldenrod.cli.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Release;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ApiException;
import dev.goldenrod.client.ClientException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** The checks of {@code doctor}, from the user's settings to the server's clusters. */
final class DoctorChecks {
  private static final Map<String, String> CLIENTS =
      Map.of(
          "psql",
          "apt-get install postgresql-client",
          "mysql",
          "apt-get install default-mysql-client");

  private final Terminal terminal;
  private final CommandOptions options;
  private final List<CheckResult> results = new ArrayList<>();

  DoctorChecks(Terminal terminal, CommandOptions options) {
    this.terminal = terminal;
    this.options = options;
  }

  /** Runs the checks in order; those that depend on a failed one are skipped. */
  List<CheckResult> run() {
    Optional<Target> target = target();
    if (target.isPresent()) {
      checkServer(target.get());
    }
    CLIENTS.keySet().stream().sorted().forEach(this::hasClient);
    return results;
  }

  private void checkServer(Target target) {
    try {
      ApiConnection api = Session.at(terminal, options, target).api();
      if (answers(api) && isReady(api) && knowsUser(api, target)) {
        hasClusters(api);
      }
    } catch (CliException unusable) {
      broken("answer", unusable);
    }
  }

  private Optional<Target> target() {
    try {
      Target target = options.chooseTarget(terminal);
      results.add(
          CheckResult.ok("server", "%s, context '%s'".formatted(target.url(), target.name())));
      return Optional.of(target);
    } catch (CliException none) {
      broken("server", none);
      return Optional.empty();
    }
  }

  private boolean answers(ApiConnection api) {
    try {
      JsonNode health = api.get("/health");
      results.add(CheckResult.ok("answer", "release " + health.path("version").asText()));
      checkRelease(api);
      return true;
    } catch (ClientException away) {
      results.add(
          CheckResult.broken(
              "answer",
              away.getMessage(),
              away.getCause() instanceof SSLException
                  ? "goldenrod login URL, with --ca FILE or --fingerprint, trusts its certificate"
                  : "is the server running (goldenrod up, goldenrod serve), and does no firewall"
                      + " block it?",
              ExitCode.NO_SERVER));
      return false;
    }
  }

  /** Compares releases only; a development build counts as up to date. */
  private void checkRelease(ApiConnection api) {
    JsonNode policy = api.get("/v1/clientconfig").path("cli");
    String latest = policy.path("latest_version").asText();
    String own = "v" + Release.current();
    if (!latest.isEmpty() && own.matches("v\\d+\\.\\d+\\.\\d+") && !own.equals(latest)) {
      results.add(
          CheckResult.warning(
              "release",
              "this is %s, the server recommends %s".formatted(own, latest),
              policy.path("install_url").asText()));
    }
  }

  private boolean isReady(ApiConnection api) {
    try {
      api.get("/readyz");
      results.add(CheckResult.ok("ready", "yes"));
      return true;
    } catch (ApiException notReady) {
      results.add(
          CheckResult.broken(
              "ready",
              notReady.error(),
              "ask the server's operator; the server's log says more",
              ExitCode.REFUSED));
      return false;
    }
  }

  private boolean knowsUser(ApiConnection api, Target target) {
    String login = "goldenrod login " + target.url();
    if (target.token() == null) {
      results.add(CheckResult.broken("login", "not logged in", login, ExitCode.NOT_ALLOWED));
      return false;
    }
    try {
      JsonNode me = api.get("/v1/auth/me");
      results.add(
          CheckResult.ok("login", me.path("email").asText() + ", " + me.path("role").asText()));
      return true;
    } catch (ApiException refused) {
      results.add(
          options.hasTokenOfVariable(terminal)
              ? CheckResult.broken(
                  "login",
                  "the token in GOLDENROD_TOKEN is unknown or no longer valid",
                  CommandOptions.UNSET_TOKEN,
                  ExitCode.NOT_ALLOWED)
              : CheckResult.broken(
                  "login", "the token is unknown or no longer valid", login, ExitCode.NOT_ALLOWED));
      return false;
    }
  }

  private void hasClusters(ApiConnection api) {
    JsonNode counts = api.get("/health").path("clusters");
    int online = counts.path("online").asInt();
    int offline = counts.path("offline").asInt();
    if (online == 0) {
      results.add(
          CheckResult.broken(
              "clusters", "no cluster is online", "goldenrod cluster list", ExitCode.REFUSED));
    } else if (offline > 0) {
      results.add(
          CheckResult.warning(
              "clusters",
              "%d online, %d offline".formatted(online, offline),
              "goldenrod cluster list"));
    } else {
      results.add(CheckResult.ok("clusters", online + " online"));
    }
  }

  private void hasClient(String program) {
    Optional<Path> found =
        Stream.of(terminal.variable("PATH").split(":"))
            .filter(folder -> !folder.isEmpty())
            .map(folder -> Path.of(folder, program))
            .filter(Files::isExecutable)
            .findFirst();
    results.add(
        found
            .map(path -> CheckResult.ok(program, path.toString()))
            .orElseGet(
                () ->
                    CheckResult.warning(
                        program,
                        "not in PATH",
                        Optional.ofNullable(CLIENTS.get(program)).orElse(""))));
  }

  private void broken(String check, CliException failure) {
    String step = String.join(" or ", failure.nextSteps());
    results.add(
        CheckResult.broken(check, String.valueOf(failure.getMessage()), step, failure.code()));
  }
}
