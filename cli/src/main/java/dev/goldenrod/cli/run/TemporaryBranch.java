package dev.goldenrod.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.connect.Login;
import dev.goldenrod.cli.connect.NamedDatabase;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.client.ApiConnection;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A temporary branch of a database. The server does not expire branches: a guard process deletes
 * the branch if this process is killed. If both are killed, the next run on the same database
 * deletes the branch, once the lease in its description has expired for {@link #GRACE}.
 */
final class TemporaryBranch implements TemporaryDatabase {
  /** Delay of the cleanup, because clocks differ and a suspended laptop may resume. */
  static final Duration GRACE = Duration.ofHours(1);

  private static final Pattern DESCRIPTION = Pattern.compile("goldenrod run, until (\\S+Z)");
  private static final int LONGEST_BASE = 63 - "-run-".length() - 8;

  private final Session session;
  private final NamedDatabase parent;
  private final Clock clock;
  private final String name;
  private @Nullable CleanupGuard guard;

  TemporaryBranch(Session session, NamedDatabase parent, Clock clock) {
    this.session = session;
    this.parent = parent;
    this.clock = clock;
    this.name = name(parent.name());
  }

  private static String name(String parent) {
    byte[] random = new byte[4];
    new SecureRandom().nextBytes(random);
    return parent.substring(0, Math.min(parent.length(), LONGEST_BASE))
        + "-run-"
        + HexFormat.of().formatHex(random);
  }

  @Override
  public Login create(Duration lease, WaitOptions waiting) {
    deleteLeftOver();
    guard = CleanupGuard.start(session.target(), path() + "?force=true");
    JsonNode made =
        session
            .api()
            .post(parent.path() + "/branches", Map.of("name", name, "description", until(lease)));
    return NamedDatabase.database(made).login(session, waiting);
  }

  private String until(Duration lease) {
    return "goldenrod run, until " + clock.instant().plus(lease).truncatedTo(ChronoUnit.SECONDS);
  }

  /** Deletes the branches of runs that were killed together with their guards. */
  private void deleteLeftOver() {
    for (JsonNode branch : session.api().get(parent.path() + "/branches").path("branches")) {
      Matcher lease = DESCRIPTION.matcher(branch.path("description").asText());
      if (lease.matches() && Instant.parse(lease.group(1)).plus(GRACE).isBefore(clock.instant())) {
        String left = branch.path("name").asText();
        session.api().deleteIfThere(path(left) + "?force=true");
        session.say(
            "deleted branch '%s', left over from an earlier 'goldenrod run'".formatted(left));
      }
    }
  }

  @Override
  public String path() {
    return path(name);
  }

  @Override
  public void renew(Duration lease) {
    session.currentApi().patch(path(), Map.of("description", until(lease)));
  }

  @Override
  public void delete() {
    // Branches of this branch, if the command created some, are kept.
    session.currentApi().deleteIfThere(path() + "?force=true");
  }

  private static String path(String name) {
    return "/v1/databases/" + ApiConnection.encode(name);
  }

  @Override
  public void dismiss() {
    if (guard != null) {
      guard.dismiss();
    }
  }

  @Override
  public String toString() {
    return "branch '%s'".formatted(name);
  }
}
