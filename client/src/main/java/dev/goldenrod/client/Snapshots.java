package dev.goldenrod.client;

import dev.goldenrod.client.Databases.Database;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What databases held at one moment. Thread-safe. */
public final class Snapshots {
  private final TypedApi api;

  Snapshots(TypedApi api) {
    this.api = api;
  }

  /** Makes one of that database, which may go on being written to. */
  public DatabaseSnapshot create(String database, CreateSnapshotRequest request) {
    return api.post(path(database), request, DatabaseSnapshot.class);
  }

  /** Those of that database. */
  public List<DatabaseSnapshot> list(String database) {
    return api.list(path(database), "snapshots", DatabaseSnapshot.class);
  }

  /** Streams what {@code list} returns, oldest first; requests a page only when it is needed. */
  public Stream<DatabaseSnapshot> stream(String database) {
    return api.pages(path(database), "snapshots", DatabaseSnapshot.class);
  }

  /** Makes a database of the snapshot of that id; it may not run yet. */
  public Database branch(String id, BranchSnapshotRequest request) {
    return api.post(TypedApi.path("/v1/snapshots/", id) + "/branches", request, Database.class);
  }

  /** Deletes the one of that id; returns before it is gone. */
  public void delete(String id) {
    api.delete(TypedApi.path("/v1/snapshots/", id));
  }

  private static String path(String database) {
    return TypedApi.path("/v1/databases/", database) + "/snapshots";
  }

  /**
   * What a database held at one moment.
   *
   * @param cluster the name of the cluster that it lives in; null when that was deleted
   * @param status one of creating, ready, deleting, failed
   * @param message why it waits or failed; empty when there is nothing to say
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

  /** What {@code createSnapshot} takes. */
  public record CreateSnapshotRequest(String name, @Nullable String description) {
    /** With what has to be said. */
    public static CreateSnapshotRequest of(String name) {
      return new CreateSnapshotRequest(name, null);
    }

    /** With that {@code description}. */
    public CreateSnapshotRequest withDescription(String description) {
      return new CreateSnapshotRequest(name, description);
    }
  }

  /**
   * What {@code branchSnapshot} takes.
   *
   * @param cluster the name or id of the parent's; no other one is possible
   */
  public record BranchSnapshotRequest(
      String name, @Nullable String description, @Nullable String cluster) {
    /** With what has to be said. */
    public static BranchSnapshotRequest of(String name) {
      return new BranchSnapshotRequest(name, null, null);
    }

    /** With that {@code description}. */
    public BranchSnapshotRequest withDescription(String description) {
      return new BranchSnapshotRequest(name, description, cluster);
    }

    /** With that {@code cluster}. */
    public BranchSnapshotRequest withCluster(String cluster) {
      return new BranchSnapshotRequest(name, description, cluster);
    }
  }
}
