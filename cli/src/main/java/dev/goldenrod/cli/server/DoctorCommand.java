package dev.goldenrod.cli.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Printer;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Diagnoses the connection between the user and the server: {@code goldenrod doctor}. */
@Command(
    name = "doctor",
    description = "Checks the connection to the server, and prints how to fix what is wrong.",
    mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
  private static final Columns COLUMNS =
      Columns.named("/check")
          .with("check")
          .with("status")
          .with("found")
          .with("TO DO", "/next_step");

  private static final Map<String, String> CLIENTS =
      Map.of(
          "psql",
          "apt-get install postgresql-client",
          "mysql",
          "apt-get install default-mysql-client");

  /**
   * The result of one check of {@code doctor}.
   *
   * @param nextStep command or advice that fixes the problem; may be empty
   * @param code exit code if this check failed
   */
  private record CheckResult(
      String check, Status status, String found, String nextStep, ExitCode code) {
    enum Status {
      OK,
      WARNING,
      BROKEN
    }

    ObjectNode asJson() {
      return JsonNodeFactory.instance
          .objectNode()
          .put("check", check)
          .put("status", status.name().toLowerCase(Locale.ROOT))
          .put("found", found)
          .put("next_step", nextStep);
    }
  }

  private final Terminal terminal;
  private final List<CheckResult> results = new ArrayList<>();

  @Mixin private CommandOptions options = new CommandOptions();

  public DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    runChecks();
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    results.forEach(result -> all.add(result.asJson()));
    new Printer(terminal, options.format()).list(all, COLUMNS);
    return results.stream()
        .filter(result -> result.status() == CheckResult.Status.BROKEN)
        .map(result -> result.code().number())
        .findFirst()
        .orElse(0);
  }

  /** Runs the checks in order; those that depend on a failed one are skipped. */
  private void runChecks() {
    Optional<Target> target = target();
    if (target.isPresent()) {
      checkServer(target.get());
    }
    CLIENTS.keySet().stream().sorted().forEach(this::checkClient);
  }

  private void checkServer(Target target) {
    try {
      ApiConnection api = new Session(terminal, options, target).api();
      if (answers(api) && isReady(api) && knowsUser(api, target)) {
        checkClusters(api);
      }
    } catch (CliException unusable) {
      broken("answer", unusable);
    }
  }

  private Optional<Target> target() {
    try {
      Target target = options.chooseTarget(terminal);
      ok("server", "%s, context '%s'".formatted(target.url(), target.name()));
      return Optional.of(target);
    } catch (CliException none) {
      broken("server", none);
      return Optional.empty();
    }
  }

  private boolean answers(ApiConnection api) {
    try {
      JsonNode health = api.get("/health");
      ok("answer", "release " + health.path("version").asText());
      checkRelease(api);
      return true;
    } catch (ClientException away) {
      broken(
          "answer",
          away.getMessage(),
          away.getCause() instanceof SSLException
              ? "goldenrod login URL, with --ca FILE or --fingerprint, trusts its certificate"
              : "is the server running (goldenrod up, goldenrod serve), and does no firewall"
                  + " block it?",
          ExitCode.NO_SERVER);
      return false;
    }
  }

  /** Compares releases only; a development build counts as up to date. */
  private void checkRelease(ApiConnection api) {
    JsonNode policy = api.get("/v1/clientconfig").path("cli");
    String latest = policy.path("latest_version").asText();
    String ours = "v" + Release.current();
    if (!latest.isEmpty() && ours.matches("v\\d+\\.\\d+\\.\\d+") && !ours.equals(latest)) {
      warn(
          "release",
          "this is %s, the server recommends %s".formatted(ours, latest),
          policy.path("install_url").asText());
    }
  }

  private boolean isReady(ApiConnection api) {
    try {
      api.get("/readyz");
      ok("ready", "yes");
      return true;
    } catch (ApiException notReady) {
      broken(
          "ready",
          notReady.error(),
          "ask the server's operator; the server's log says more",
          ExitCode.REFUSED);
      return false;
    }
  }

  private boolean knowsUser(ApiConnection api, Target target) {
    String login = "goldenrod login " + target.url();
    if (target.token() == null) {
      broken("login", "not logged in", login, ExitCode.NOT_ALLOWED);
      return false;
    }
    try {
      JsonNode me = api.get("/v1/auth/me");
      ok("login", me.path("email").asText() + ", " + me.path("role").asText());
      return true;
    } catch (ApiException refused) {
      boolean isOfVariable = options.hasTokenOfVariable(terminal);
      broken(
          "login",
          "the token%s is unknown or no longer valid"
              .formatted(isOfVariable ? " in GOLDENROD_TOKEN" : ""),
          isOfVariable ? CommandOptions.UNSET_TOKEN : login,
          ExitCode.NOT_ALLOWED);
      return false;
    }
  }

  private void checkClusters(ApiConnection api) {
    JsonNode counts = api.get("/health").path("clusters");
    int online = counts.path("online").asInt();
    int offline = counts.path("offline").asInt();
    if (online == 0) {
      broken("clusters", "no cluster is online", "goldenrod cluster list", ExitCode.REFUSED);
    } else if (offline > 0) {
      warn(
          "clusters", "%d online, %d offline".formatted(online, offline), "goldenrod cluster list");
    } else {
      ok("clusters", online + " online");
    }
  }

  private void checkClient(String program) {
    terminal
        .findProgram(program)
        .filter(Files::isExecutable)
        .ifPresentOrElse(
            path -> ok(program, path.toString()),
            () -> warn(program, "not in PATH", CLIENTS.get(program)));
  }

  private void ok(String check, String found) {
    results.add(new CheckResult(check, CheckResult.Status.OK, found, "", ExitCode.DONE));
  }

  private void warn(String check, String found, String nextStep) {
    results.add(new CheckResult(check, CheckResult.Status.WARNING, found, nextStep, ExitCode.DONE));
  }

  private void broken(String check, String found, String nextStep, ExitCode code) {
    results.add(new CheckResult(check, CheckResult.Status.BROKEN, found, nextStep, code));
  }

  private void broken(String check, CliException failure) {
    String step = String.join(" or ", failure.nextSteps());
    broken(check, String.valueOf(failure.getMessage()), step, failure.code());
  }
}
