package dev.goldenrod.client;

import dev.goldenrod.client.Databases.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Snapshots of databases. Thread-safe. */
public final class Snapshots {
  private final TypedApi api;

  Snapshots(TypedApi api) {
    this.api = api;
  }

  /** Takes a snapshot of a database, which may be written to meanwhile. */
  public DatabaseSnapshot create(String database, CreateSnapshotRequest request) {
    return api.post(path(database), request, DatabaseSnapshot.class);
  }

  /**
   * Like {@link #create(String, CreateSnapshotRequest)}; the server waits at most that long for the
   * snapshot to be ready before it responds.
   */
  public DatabaseSnapshot create(String database, CreateSnapshotRequest request, Duration atMost) {
    return api.post(TypedApi.waiting(path(database), atMost), request, DatabaseSnapshot.class);
  }

  /** Returns the snapshots of a database. */
  public List<DatabaseSnapshot> list(String database) {
    return api.list(path(database), "snapshots", DatabaseSnapshot.class);
  }

  /** Streams what {@code list} returns, oldest first; requests a page only when it is needed. */
  public Stream<DatabaseSnapshot> stream(String database) {
    return api.pages(path(database), "snapshots", DatabaseSnapshot.class);
  }

  /** Creates a database from a snapshot. It may not be running yet when this returns. */
  public Database branch(String id, BranchSnapshotRequest request) {
    return api.post(branchesPath(id), request, Database.class);
  }

  /**
   * Like {@link #branch(String, BranchSnapshotRequest)}; the server waits at most that long for the
   * database to run before it responds.
   */
  public Database branch(String id, BranchSnapshotRequest request, Duration atMost) {
    return api.post(TypedApi.waiting(branchesPath(id), atMost), request, Database.class);
  }

  /** Deletes a snapshot. Returns before it is removed. */
  public void delete(String id) {
    api.delete(TypedApi.path("/v1/snapshots/", id));
  }

  private static String branchesPath(String id) {
    return TypedApi.path("/v1/snapshots/", id) + "/branches";
  }

  private static String path(String database) {
    return TypedApi.path("/v1/databases/", database) + "/snapshots";
  }

  /**
   * A snapshot of a database.
   *
   * @param cluster name of its cluster; null if that was deleted
   * @param status one of creating, ready, deleting, failed
   * @param message why it is waiting or failed; may be empty
   */
  public record DatabaseSnapshot(
      String id,
      String name,
      String description,
      String database,
      @Nullable String cluster,
      String status,
      String message,
      long sizeBytes,
      Instant createdAt) {}

  /** Request body of {@code createSnapshot}. */
  public record CreateSnapshotRequest(String name, @Nullable String description) {
    /** Returns a request with only the required fields. */
    public static CreateSnapshotRequest of(String name) {
      return new CreateSnapshotRequest(name, null);
    }

    /** Returns a copy with the given {@code description}. */
    public CreateSnapshotRequest withDescription(String description) {
      return new CreateSnapshotRequest(name, description);
    }
  }

  /**
   * Request body of {@code branchSnapshot}.
   *
   * @param cluster name or id of the parent's cluster; no other cluster is possible
   */
  public record BranchSnapshotRequest(
      String name, @Nullable String description, @Nullable String cluster) {
    /** Returns a request with only the required fields. */
    public static BranchSnapshotRequest of(String name) {
      return new BranchSnapshotRequest(name, null, null);
    }

    /** Returns a copy with the given {@code description}. */
    public BranchSnapshotRequest withDescription(String description) {
      return new BranchSnapshotRequest(name, description, cluster);
    }

    /** Returns a copy with the given {@code cluster}. */
    public BranchSnapshotRequest withCluster(String cluster) {
      return new BranchSnapshotRequest(name, description, cluster);
    }
  }
}
