package dev.goldenrod.cli.checkout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.ApiException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds or creates the database branch that belongs to a git branch. */
final class GitBranchDatabase {
  private static final int FORBIDDEN = 403;
  private static final int CONFLICT = 409;
  private static final String DESCRIPTION = "git branch ";
  private static final int LONGEST_NAME = 63;
  private static final int HASH_DIGITS = 8;

  private final Session session;
  private final String database;
  private final String gitBranch;

  GitBranchDatabase(Session session, String database, String gitBranch) {
    this.session = session;
    this.database = database;
    this.gitBranch = gitBranch;
  }

  String findOrCreate() {
    for (String name : names()) {
      if (tryReuse(name) || tryCreate(name) || tryReuse(name)) {
        return name;
      }
    }
    throw new CliException(
        ExitCode.CONFLICT,
        "no name is free for the branch of database '%s' that belongs to git branch '%s'"
            .formatted(database, gitBranch),
        "goldenrod database list");
  }

  /**
   * Returns candidate names, best first: a readable one ({@code shop-feature-x} for {@code
   * feature/x}) if it is valid after replacing slashes, and one with a hash, which is unique.
   */
  private List<String> names() {
    String readable = database + "-" + gitBranch.replace('/', '-');
    String hashed = "-" + hash(database + "\n" + gitBranch);
    String base = cleaned(readable);
    String unique =
        base.substring(0, Math.min(base.length(), LONGEST_NAME - hashed.length()))
                .replaceAll("-+$", "")
            + hashed;
    return Stream.of(readable, unique)
        .filter(name -> name.matches("[a-z]([a-z0-9-]{0,61}[a-z0-9])?"))
        .toList();
  }

  private static String cleaned(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  private boolean tryReuse(String name) {
    return find(name).filter(this::isOurs).map(this::printStatus).isPresent();
  }

  private Optional<JsonNode> find(String name) {
    try {
      return session.api().find(ResourceLookup.databasePath(name));
    } catch (ApiException e) {
      if (e.status() == FORBIDDEN) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** A branch created by hand belongs to any git branch that maps to its name. */
  private boolean isOurs(JsonNode branch) {
    String description = branch.path("description").asText();
    return branch.path("parent").asText().equals(database)
        && !branch.path("status").asText().equals("deleting")
        && (!description.startsWith(DESCRIPTION) || description.equals(DESCRIPTION + gitBranch));
  }

  private JsonNode printStatus(JsonNode branch) {
    String status = branch.path("status").asText();
    session.say(
        "database branch '%s'%s"
            .formatted(
                branch.path("name").asText(), status.equals("running") ? "" : ", " + status));
    return branch;
  }

  /** Creates the branch; returns false if the name is in use. */
  private boolean tryCreate(String name) {
    try {
      session
          .api()
          .post(
              ResourceLookup.databasePath(database) + "/branches",
              Map.of("name", name, "description", DESCRIPTION + gitBranch));
      session.say("created database branch '%s'".formatted(name));
      return true;
    } catch (ApiException e) {
      if (e.status() == CONFLICT) {
        return false;
      }
      throw e;
    }
  }
}
