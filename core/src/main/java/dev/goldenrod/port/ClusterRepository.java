package dev.goldenrod.port;

import dev.goldenrod.cluster.Cluster;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Clusters. Names and identities are unique in their organisation. */
public interface ClusterRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id, the name or the identity is taken
   */
  void insert(Cluster cluster);

  Optional<Cluster> find(UUID orgId, UUID id);

  Optional<Cluster> findByIdentity(UUID orgId, String identity);

  /** The cluster whose agent dials in with the token of that hash. */
  Optional<Cluster> findByAgentToken(UUID orgId, String tokenSha256);

  /** All clusters, oldest first. */
  List<Cluster> list(UUID orgId);

  /**
   * Replaces the cluster's identity, its agent's token and what its data plane is; without effect
   * when there is none.
   *
   * @throws StoreConflictException when the identity is taken
   */
  void update(Cluster cluster);

  /**
   * Notes that the cluster was heard of, which a kill may undo; without effect when there is none.
   *
   * @param server where other servers of the store reach the one that its data plane is connected
   *     to; null leaves what is known
   */
  void seen(UUID id, Instant at, @Nullable String server);

  /**
   * Notes that the cluster's agent left, until the cluster is {@link #seen} again, here or by
   * another server; without effect when there is none.
   */
  void left(UUID id);

  /**
   * The server that {@link #seen} was told last, if the cluster was heard of since then and its
   * agent did not leave.
   */
  Optional<String> serverOf(UUID id, Instant since);

  /** The cluster's marks that {@link #deleteMarksBefore} left, in the order of their numbers. */
  List<StoreMark> marks(UUID id);

  /**
   * Keeps one more mark of the cluster.
   *
   * @throws StoreConflictException when the cluster has one of that number
   */
  void insertMark(UUID id, StoreMark mark);

  /** Removes the cluster's marks of lower numbers. */
  void deleteMarksBefore(UUID id, long number);

  /** Removes the row and its marks; false when there was none. */
  boolean delete(UUID orgId, UUID id);
}
