package dev.goldenrod.cli.checkout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.ApiException;
import java.util.Map;
import java.util.Optional;

/** Finds or creates the database branch that belongs to a git branch. */
final class GitBranchDatabase {
  private static final int FORBIDDEN = 403;
  private static final int CONFLICT = 409;
  private static final String DESCRIPTION = "git branch ";

  private final Session session;
  private final String database;
  private final String gitBranch;

  GitBranchDatabase(Session session, String database, String gitBranch) {
    this.session = session;
    this.database = database;
    this.gitBranch = gitBranch;
  }

  String findOrCreate() {
    for (String name : BranchNames.of(database, gitBranch)) {
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

  private boolean tryReuse(String name) {
    return find(name).filter(this::isOurs).map(this::printStatus).isPresent();
  }

  private Optional<JsonNode> find(String name) {
    try {
      return session.api().find("/v1/databases/" + name);
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
              "/v1/databases/" + database + "/branches",
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
