package dev.goldenrod.port;

import dev.goldenrod.cluster.Cluster;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The clusters. Names and identities are unique in an organization. */
public interface ClusterRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id, the name or the identity is taken
   */
  void insert(Cluster cluster);

  Optional<Cluster> find(UUID orgId, UUID id);

  Optional<Cluster> findByIdentity(UUID orgId, String identity);

  /** Returns the cluster whose agent connects with the token of the given hash. */
  Optional<Cluster> findByAgentToken(UUID orgId, String tokenSha256);

  /** Returns all clusters, oldest first. */
  List<Cluster> list(UUID orgId);

  /**
   * Replaces the cluster's identity, agent token and data plane release; no effect when there is no
   * such row.
   *
   * @throws StoreConflictException when the identity is taken
   */
  void update(Cluster cluster);

  /**
   * Records contact with the cluster; no effect when there is no such row. A crash may undo it.
   *
   * @param server the address at which other servers of the store reach the server that the data
   *     plane is connected to; null keeps the recorded address
   */
  void seen(UUID id, Instant at, @Nullable String server);

  /**
   * Records that the cluster's agent disconnected, until {@link #seen} is called again by this or
   * another server; no effect when there is no such row.
   */
  void left(UUID id);

  /**
   * Returns the server that was last passed to {@link #seen}, if the cluster had contact since the
   * given time and its agent did not disconnect.
   */
  Optional<String> serverOf(UUID id, Instant since);

  /** Returns the cluster's marks that {@link #deleteMarksBefore} left, ordered by number. */
  List<StoreMark> marks(UUID id);

  /**
   * Inserts a mark of the cluster.
   *
   * @throws StoreConflictException when the cluster has a mark with that number
   */
  void insertMark(UUID id, StoreMark mark);

  /** Deletes the cluster's marks with lower numbers. */
  void deleteMarksBefore(UUID id, long number);

  /** Deletes the row and its marks; returns false when there was none. */
  boolean delete(UUID orgId, UUID id);
}
