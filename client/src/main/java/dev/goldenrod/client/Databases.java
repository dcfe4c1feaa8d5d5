package dev.goldenrod.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.goldenrod.client.Instances.InstanceCredentials;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Databases to keep, and their branches. Thread-safe. */
public final class Databases {
  private final TypedApi api;

  Databases(TypedApi api) {
    this.api = api;
  }

  /** Makes one, empty or of what a golden holds; it may not run yet. */
  public Database create(CreateDatabaseRequest request) {
    return api.post("/v1/databases", request, Database.class);
  }

  /** The caller's, or an admin's all. */
  public List<Database> list() {
    return api.list("/v1/databases", "databases", Database.class);
  }

  /** Streams what {@code list} returns, oldest first; requests a page only when it is needed. */
  public Stream<Database> stream() {
    return api.pages("/v1/databases", "databases", Database.class);
  }

  /** The one of that name. */
  public Database get(String name) {
    return api.get(path(name), Database.class);
  }

  /** The one of that name; empty when there is none. */
  public Optional<Database> find(String name) {
    return api.find(path(name), Database.class);
  }

  /** Changes what it may use, its description, or whether its deletion is refused. */
  public Database update(String name, UpdateDatabaseRequest request) {
    return api.patch(path(name), request, Database.class);
  }

  /** Deletes one that has no branches; returns before it is gone. */
  public void delete(String name) {
    api.delete(path(name));
  }

  /** Deletes one although it has branches, which live on; returns before it is gone. */
  public void deleteKeepingBranches(String name) {
    api.delete(path(name) + "?force=true");
  }

  /** Starts it; returns before it runs. */
  public Database start(String name) {
    return api.post(path(name) + "/start", Database.class);
  }

  /** Stops it; returns before it is stopped. */
  public Database stop(String name) {
    return api.post(path(name) + "/stop", Database.class);
  }

  /** Restarts it; returns before it runs. */
  public Database restart(String name) {
    return api.post(path(name) + "/restart", Database.class);
  }

  /**
   * Has it run in the image that is configured now.
   *
   * @param reindex whether indexes may be built anew
   */
  public Database upgradeImage(String name, boolean reindex) {
    return api.post(path(name) + "/upgrade-image", Map.of("reindex", reindex), Database.class);
  }

  /** Gives it another password, and mends a login that its user changed. */
  public InstanceCredentials resetCredentials(String name) {
    return api.post(path(name) + "/credentials/reset", InstanceCredentials.class);
  }

  /** Has the branch take its parent's name and endpoint. */
  public Database promote(String name) {
    return api.post(path(name) + "/promote", Database.class);
  }

  /** Its schema, as SQL. */
  public String schema(String name) {
    return api.getText(path(name) + "/schema");
  }

  /** What turns its parent's schema into its own, as SQL. */
  public String schemaChanges(String name) {
    return api.getText(path(name) + "/schema-changes");
  }

  /** Makes a branch of it; that may not run yet. */
  public Database branch(String name, BranchDatabaseRequest request) {
    return api.post(path(name) + "/branches", request, Database.class);
  }

  /** Its branches. */
  public List<Database> branches(String name) {
    return api.list(path(name) + "/branches", "branches", Database.class);
  }

  /** Deletes its branches; returns before they are gone. */
  public void deleteBranches(String name) {
    api.delete(path(name) + "/branches");
  }

  /**
   * The database as soon as it runs.
   *
   * @throws WaitException when it failed, is stopped or being deleted, or takes longer than that
   */
  public Database awaitRunning(String name, Duration atMost) {
    return await(name, "running", Set.of("failed", "stopped", "deleting"), atMost);
  }

  /**
   * The database as soon as it is stopped.
   *
   * @throws WaitException when it failed, runs or is being deleted, or takes longer than that
   */
  public Database awaitStopped(String name, Duration atMost) {
    return await(name, "stopped", Set.of("failed", "running", "deleting"), atMost);
  }

  /**
   * Waits until there is none of that name.
   *
   * @throws WaitException when there still is one after that time
   */
  public void awaitDeleted(String name, Duration atMost) {
    api.waits().awaitGone(path(name), atMost);
  }

  private Database await(String name, String wanted, Set<String> others, Duration atMost) {
    return api.waits()
        .await(
            new Waits.Wanted<>(
                path(name), Database.class, Database::status, Database::message, wanted, others),
            atMost);
  }

  private static String path(String name) {
    return TypedApi.path("/v1/databases/", name);
  }

  /**
   * When snapshots of a database are taken by themselves.
   *
   * @param cron minute, hour, day of the month, month and day of the week, in UTC
   * @param keep how many of those that it took are kept
   */
  public record DatabaseSchedule(String cron, int keep) {}

  /**
   * A database; a branch is one that has a parent.
   *
   * @param type one of postgresql, mysql, mongodb
   * @param version of its engine; empty until one that is made of a golden runs for the first time
   * @param status one of provisioning, running, starting, stopping, stopped, restarting, deleting,
   *     failed
   * @param cluster the name of the cluster that it lives in; null when that was deleted
   * @param parent the name of the database whose branch it is
   * @param snapshotId the snapshot that it was made of
   * @param golden the golden that it was made of, as that was called then; null for none
   * @param goldenVersion the version of that; null for none
   * @param message why it waits or failed, which of its limits nothing enforces, or what it has
   *     from its next restart on; empty when there is nothing to say
   * @param isProtected whether its deletion is refused
   * @param snapshotSchedule when snapshots of it are taken by themselves; null when none are
   * @param connection null until it runs for the first time; the same from then on
   * @param url how to connect, password included; where the password is
   */
  public record Database(
      String id,
      String name,
      String type,
      String version,
      String status,
      @Nullable String cluster,
      DatabaseConfig config,
      @Nullable String parent,
      @Nullable String snapshotId,
      @Nullable String golden,
      @Nullable Integer goldenVersion,
      String description,
      String message,
      @JsonProperty("protected") boolean isProtected,
      @Nullable DatabaseSchedule snapshotSchedule,
      @Nullable DatabaseConnection connection,
      @Nullable String url,
      Instant createdAt) {
    /** Whether it is {@code running}. */
    public boolean isRunning() {
      return "running".equals(status);
    }

    /** Everything but the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * Where a database is reached. Database and user are missing while its data plane does not
   * answer; the password is the owner's to see, where one database is answered.
   *
   * @param sslmode what to check of its server's TLS, as libpq names it; null where it asks for
   *     none
   */
  public record DatabaseConnection(
      String host,
      int port,
      @Nullable String database,
      @Nullable String username,
      @Nullable String password,
      @Nullable String sslmode) {
    /** Everything but the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * What a database may use.
   *
   * @param memory one of 256m, 512m, 1g, 2g, 4g
   * @param storage one of 1g, 5g, 10g, 25g, 50g
   * @param cpu one of 0.5, 1, 2, 4
   */
  public record DatabaseConfig(String memory, String storage, String cpu) {}

  /**
   * What {@code createDatabase} takes: type and version for an empty database, or a golden for one
   * that begins with what that holds.
   *
   * @param type one of postgresql, mysql, mongodb
   * @param version of its engine
   * @param golden one that the caller may launch clones of; not with type and version
   * @param goldenVersion 0 is the latest visible version
   * @param cluster the name or id of the cluster to live in, which has to hold the golden's data;
   *     when it is missing, the one that does, else the first one online
   */
  public record CreateDatabaseRequest(
      String name,
      @Nullable String type,
      @Nullable String version,
      @Nullable String golden,
      @Nullable Integer goldenVersion,
      @Nullable RequestedDatabaseConfig config,
      @Nullable String cluster) {
    /** Of an empty one. */
    public static CreateDatabaseRequest of(String name, String type, String version) {
      return new CreateDatabaseRequest(name, type, version, null, null, null, null);
    }

    /** Of one that begins with what the latest version of the golden holds. */
    public static CreateDatabaseRequest ofGolden(String name, String golden) {
      return new CreateDatabaseRequest(name, null, null, golden, null, null, null);
    }

    /** With that {@code golden_version}. */
    public CreateDatabaseRequest withGoldenVersion(int goldenVersion) {
      return new CreateDatabaseRequest(name, type, version, golden, goldenVersion, config, cluster);
    }

    /** With that {@code config}. */
    public CreateDatabaseRequest withConfig(RequestedDatabaseConfig config) {
      return new CreateDatabaseRequest(name, type, version, golden, goldenVersion, config, cluster);
    }

    /** With that {@code cluster}. */
    public CreateDatabaseRequest withCluster(String cluster) {
      return new CreateDatabaseRequest(name, type, version, golden, goldenVersion, config, cluster);
    }
  }

  /**
   * What a database may use. The number of cores is understood as a JSON number as well.
   *
   * @param memory one of 256m, 512m, 1g, 2g, 4g
   * @param storage one of 1g, 5g, 10g, 25g, 50g
   * @param cpu one of 0.5, 1, 2, 4
   */
  public record RequestedDatabaseConfig(
      @Nullable String memory, @Nullable String storage, @Nullable String cpu) {
    /** That changes nothing yet. */
    public static RequestedDatabaseConfig of() {
      return new RequestedDatabaseConfig(null, null, null);
    }

    /** With that {@code memory}. */
    public RequestedDatabaseConfig withMemory(String memory) {
      return new RequestedDatabaseConfig(memory, storage, cpu);
    }

    /** With that {@code storage}. */
    public RequestedDatabaseConfig withStorage(String storage) {
      return new RequestedDatabaseConfig(memory, storage, cpu);
    }

    /** With that {@code cpu}. */
    public RequestedDatabaseConfig withCpu(String cpu) {
      return new RequestedDatabaseConfig(memory, storage, cpu);
    }
  }

  /**
   * What {@code updateDatabase} takes.
   *
   * @param isProtected whether its deletion is to be refused
   */
  public record UpdateDatabaseRequest(
      @Nullable RequestedDatabaseConfig config,
      @Nullable String description,
      @JsonProperty("protected") @Nullable Boolean isProtected) {
    /** That changes nothing yet. */
    public static UpdateDatabaseRequest of() {
      return new UpdateDatabaseRequest(null, null, null);
    }

    /** With that {@code config}. */
    public UpdateDatabaseRequest withConfig(RequestedDatabaseConfig config) {
      return new UpdateDatabaseRequest(config, description, isProtected);
    }

    /** With that {@code description}. */
    public UpdateDatabaseRequest withDescription(String description) {
      return new UpdateDatabaseRequest(config, description, isProtected);
    }

    /** With that {@code protected}. */
    public UpdateDatabaseRequest withProtected(boolean isProtected) {
      return new UpdateDatabaseRequest(config, description, isProtected);
    }
  }

  /**
   * What {@code branchDatabase} takes.
   *
   * @param cluster the name or id of the parent's; no other one is possible
   */
  public record BranchDatabaseRequest(
      String name, @Nullable String description, @Nullable String cluster) {
    /** With what has to be said. */
    public static BranchDatabaseRequest of(String name) {
      return new BranchDatabaseRequest(name, null, null);
    }

    /** With that {@code description}. */
    public BranchDatabaseRequest withDescription(String description) {
      return new BranchDatabaseRequest(name, description, cluster);
    }

    /** With that {@code cluster}. */
    public BranchDatabaseRequest withCluster(String cluster) {
      return new BranchDatabaseRequest(name, description, cluster);
    }
  }
}
