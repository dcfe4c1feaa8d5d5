package dev.goldenrod.testing;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.port.ClusterRepository;
import dev.goldenrod.port.StoreMark;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

final class InMemoryClusters implements ClusterRepository {
  private final InMemoryTable<UUID, Cluster> clusters;

  private final InMemoryTable<List<Object>, Mark> marks;

  record Mark(UUID cluster, StoreMark mark) {
    List<Object> key() {
      return List.of(cluster, mark.number());
    }
  }

  private final InMemoryTable<UUID, Server> servers;

  /** The server that the cluster's data plane is connected to, with its address. */
  record Server(UUID cluster, String address) {}

  InMemoryClusters(UndoLog undoLog) {
    servers = new InMemoryTable<>(undoLog, "server", Server::cluster);
    marks = new InMemoryTable<>(undoLog, "mark", Mark::key);
    clusters =
        new InMemoryTable<>(undoLog, "cluster", Cluster::id)
            .unique("name", cluster -> List.of(cluster.orgId(), cluster.name()))
            .unique("identity", cluster -> List.of(cluster.orgId(), cluster.identity()));
  }

  @Override
  public void insert(Cluster cluster) {
    clusters.insert(cluster);
  }

  @Override
  public Optional<Cluster> find(UUID orgId, UUID id) {
    return clusters.find(id).filter(cluster -> cluster.orgId().equals(orgId));
  }

  @Override
  public Optional<Cluster> findByIdentity(UUID orgId, String identity) {
    return clusters
        .where(cluster -> cluster.orgId().equals(orgId) && cluster.identity().equals(identity))
        .stream()
        .findFirst();
  }

  @Override
  public List<Cluster> list(UUID orgId) {
    return clusters.where(
        cluster -> cluster.orgId().equals(orgId), Comparator.comparing(Cluster::createdAt));
  }

  @Override
  public void seen(UUID id, Instant at, @Nullable String server) {
    clusters.find(id).ifPresent(found -> seen(found, at, server));
  }

  private void seen(Cluster found, Instant at, @Nullable String server) {
    clusters.replace(found.seenAt(at));
    if (server != null) {
      servers.remove(found.id());
      servers.insert(new Server(found.id(), server));
    }
  }

  @Override
  public void left(UUID id) {
    clusters.find(id).map(Cluster::gone).ifPresent(clusters::replace);
  }

  @Override
  public Optional<String> serverOf(UUID id, Instant since) {
    return clusters
        .find(id)
        .filter(cluster -> !cluster.away())
        .map(Cluster::lastSeenAt)
        .filter(at -> !at.isBefore(since))
        .flatMap(at -> servers.find(id))
        .map(Server::address);
  }

  @Override
  public Optional<Cluster> findByAgentToken(UUID orgId, String tokenSha256) {
    return clusters
        .where(
            cluster ->
                cluster.orgId().equals(orgId) && tokenSha256.equals(cluster.agentTokenSha256()))
        .stream()
        .findFirst();
  }

  @Override
  public void update(Cluster cluster) {
    clusters
        .find(cluster.id())
        .ifPresent(
            found ->
                clusters.replace(
                    found
                        .identifiedBy(cluster.identity())
                        .withAgentToken(cluster.agentTokenSha256())
                        .withDataPlane(cluster.dataPlane())));
  }

  @Override
  public List<StoreMark> marks(UUID id) {
    return marks
        .where(
            row -> row.cluster().equals(id), Comparator.comparingLong(row -> row.mark().number()))
        .stream()
        .map(Mark::mark)
        .toList();
  }

  @Override
  public void insertMark(UUID id, StoreMark mark) {
    marks.insert(new Mark(id, mark));
  }

  @Override
  public void deleteMarksBefore(UUID id, long number) {
    marks.removeIf(row -> row.cluster().equals(id) && row.mark().number() < number);
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    boolean there = find(orgId, id).isPresent() && clusters.remove(id);
    if (there) {
      marks.removeIf(row -> row.cluster().equals(id));
      servers.remove(id);
    }
    return there;
  }
}
