package dev.goldenrod.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.connect.Login;
import dev.goldenrod.cli.connect.NamedDatabase;
import dev.goldenrod.cli.connect.NamedDatabases;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.client.ApiException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A clone or branch that exists while a command runs. {@link #create} is called once. */
abstract class TemporaryDatabase {
  private @Nullable CleanupGuard guard;

  static TemporaryDatabase of(Session session, NamedDatabases.Origin origin) {
    return origin.database() == null
        ? new Clone(session, origin.golden())
        : new Branch(session, origin.database());
  }

  /**
   * Creates the clone or branch, and returns its login. Unless the lease is renewed, the server
   * expires the clone after the lease; a branch stays until a guard or the next run deletes it.
   */
  abstract Login create(Duration lease, WaitOptions waiting);

  /** Returns the path in the API; valid after {@link #create}. */
  abstract String path();

  /** Extends the lease to end that long from now; does nothing before the creation. */
  abstract void renew(Duration lease);

  abstract void delete();

  /** Returns what a user types to delete it; valid after {@link #create}. */
  abstract String deleteCommand();

  /** Starts a process that deletes the path even if this process is killed. */
  void startGuard(Target target, String path) {
    guard = CleanupGuard.start(target, path);
  }

  /** Returns whether a guard process retries the deletion that failed, once this process ends. */
  boolean isRetriedAfter(RuntimeException failure) {
    return guard != null
        && !(failure instanceof ApiException refused && CleanupGuard.isFinal(refused, false));
  }

  /** Dismisses the guard process after the deletion. */
  void dismiss() {
    if (guard != null) {
      guard.dismiss();
    }
  }

  /** A temporary clone of a golden. The server deletes it when its lease expires. */
  private static final class Clone extends TemporaryDatabase {
    private final Session session;
    private final String golden;
    private volatile @Nullable NamedDatabase clone;

    Clone(Session session, String golden) {
      this.session = session;
      this.golden = golden;
    }

    @Override
    Login create(Duration lease, WaitOptions waiting) {
      JsonNode made =
          session
              .apiFor(waiting)
              .post("/v1/instances", Map.of("golden", golden, "ttl", seconds(lease)));
      NamedDatabase created = NamedDatabase.clone(made.path("id").asText(), made);
      clone = created;
      startGuard(session.target(), created.path());
      return created.login(session, waiting);
    }

    @Override
    String path() {
      return requireClone().path();
    }

    private NamedDatabase requireClone() {
      NamedDatabase created = clone;
      if (created == null) {
        throw new IllegalStateException(this + " is not created yet");
      }
      return created;
    }

    @Override
    void renew(Duration lease) {
      NamedDatabase created = clone;
      if (created != null) {
        session.currentApi().post(created.path() + "/extend", Map.of("ttl", seconds(lease)));
      }
    }

    private static String seconds(Duration lease) {
      return Math.max(1, lease.toSeconds()) + "s";
    }

    @Override
    void delete() {
      NamedDatabase created = clone;
      if (created != null) {
        session.currentApi().deleteIfThere(created.path());
      }
    }

    @Override
    String deleteCommand() {
      return "goldenrod clone delete " + requireClone().name();
    }

    @Override
    public String toString() {
      return "the clone of golden '%s'".formatted(golden);
    }
  }

  /**
   * A temporary branch of a database. The server does not expire branches: a guard process deletes
   * the branch if this process is killed. If both are killed, the next run on the same database
   * deletes the branch, once the lease in its description has expired for {@link #GRACE}.
   */
  private static final class Branch extends TemporaryDatabase {
    /** Delay of the cleanup, because clocks differ and a suspended laptop may resume. */
    private static final Duration GRACE = Duration.ofHours(1);

    private static final Pattern DESCRIPTION = Pattern.compile("goldenrod run, until (\\S+Z)");
    private static final int LONGEST_BASE = 63 - "-run-".length() - 8;

    private final Session session;
    private final NamedDatabase parent;
    private final String name;
    private volatile boolean isCreated;

    Branch(Session session, NamedDatabase parent) {
      this.session = session;
      this.parent = parent;
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
    Login create(Duration lease, WaitOptions waiting) {
      deleteLeftOver();
      startGuard(session.target(), path() + "?force=true");
      JsonNode made =
          session
              .apiFor(waiting)
              .post(
                  parent.path() + "/branches" + waiting.query(),
                  Map.of("name", name, "description", until(lease)));
      isCreated = true;
      return NamedDatabase.database(made).login(session, waiting);
    }

    private String until(Duration lease) {
      return "goldenrod run, until " + Instant.now().plus(lease).truncatedTo(ChronoUnit.SECONDS);
    }

    /** Deletes the branches of runs that were killed together with their guards. */
    private void deleteLeftOver() {
      for (JsonNode branch : session.api().get(parent.path() + "/branches").path("branches")) {
        if (isLeftOver(branch.path("description").asText())) {
          deleteLeftOver(branch.path("name").asText());
        }
      }
    }

    private static boolean isLeftOver(String description) {
      Matcher lease = DESCRIPTION.matcher(description);
      try {
        return lease.matches() && Instant.parse(lease.group(1)).plus(GRACE).isBefore(Instant.now());
      } catch (DateTimeParseException somebodyWroteIt) {
        return false;
      }
    }

    private void deleteLeftOver(String left) {
      try {
        session.api().deleteIfThere(ResourceLookup.databasePath(left) + "?force=true");
        session.say(
            "deleted branch '%s', left over from an earlier 'goldenrod run'".formatted(left));
      } catch (ApiException refused) {
        session.say(
            "branch '%s', left over from an earlier 'goldenrod run', was not deleted: %s"
                .formatted(left, refused.getMessage()));
      }
    }

    @Override
    String path() {
      return ResourceLookup.databasePath(name);
    }

    @Override
    void renew(Duration lease) {
      if (isCreated) {
        session.currentApi().patch(path(), Map.of("description", until(lease)));
      }
    }

    @Override
    void delete() {
      // Branches of this branch, if the command created some, are kept.
      session.currentApi().deleteIfThere(path() + "?force=true");
    }

    @Override
    String deleteCommand() {
      return "goldenrod branch delete " + name;
    }

    @Override
    public String toString() {
      return "branch '%s'".formatted(name);
    }
  }
}
