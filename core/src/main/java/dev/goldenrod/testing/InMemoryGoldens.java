package dev.goldenrod.testing;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.port.GoldenRepository;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

final class InMemoryGoldens implements GoldenRepository {
  private final UndoLog undoLog;
  private final InMemoryTable<UUID, Golden> goldens;
  private final InMemoryTable<VersionKey, GoldenVersion> versions;

  InMemoryGoldens(UndoLog undoLog) {
    this.undoLog = undoLog;
    goldens =
        new InMemoryTable<>(undoLog, "golden", Golden::id)
            .unique(
                "name",
                golden ->
                    List.of(
                        golden.orgId(),
                        golden.isDeleted() ? golden.id().toString() : golden.name()))
            .listedBy(Golden::createdAt);
    versions =
        new InMemoryTable<>(
            undoLog, "version", version -> new VersionKey(version.goldenId(), version.number()));
  }

  @Override
  public void insert(Golden golden) {
    goldens.insert(golden);
  }

  @Override
  public Optional<Golden> find(UUID orgId, UUID id) {
    return goldens.find(id).filter(golden -> golden.orgId().equals(orgId));
  }

  @Override
  public List<Golden> findAll(UUID orgId, Collection<UUID> ids) {
    return ofOrg(orgId).stream().filter(golden -> ids.contains(golden.id())).toList();
  }

  @Override
  public Optional<Golden> findByName(UUID orgId, String name) {
    return goldens
        .where(golden -> golden.orgId().equals(orgId) && golden.name().equals(name))
        .stream()
        .filter(golden -> !golden.isDeleted())
        .findFirst();
  }

  @Override
  public List<GoldenSummary> list(UUID orgId) {
    return ofOrg(orgId).stream().map(this::summary).toList();
  }

  @Override
  public List<Placed<GoldenSummary>> page(UUID orgId, @Nullable Place after, int limit) {
    return goldens.oldestFirst(golden -> golden.orgId().equals(orgId), after, limit).stream()
        .map(placed -> new Placed<>(placed.place(), summary(placed.row())))
        .toList();
  }

  private GoldenSummary summary(Golden golden) {
    return new GoldenSummary(golden, latestNumber(golden.id()));
  }

  @Override
  public List<Golden> restorable(UUID orgId) {
    return ofOrg(orgId).stream()
        .filter(Golden::isRestorable)
        .sorted(Comparator.comparing(one -> Objects.requireNonNull(one.deletion()).at()))
        .toList();
  }

  @Override
  public boolean update(Golden golden) {
    return find(golden.orgId(), golden.id())
        .filter(stored -> stored.revision() == golden.revision())
        .map(stored -> goldens.replace(raised(golden)))
        .orElse(false);
  }

  @Override
  public void delete(UUID orgId, UUID id) {
    if (find(orgId, id).isPresent()) {
      goldens.remove(id);
      versions.removeIf(version -> version.goldenId().equals(id));
    }
  }

  @Override
  public void insertVersion(GoldenVersion version) {
    if (goldens.find(version.goldenId()).isEmpty()) {
      throw undoLog.refused("golden " + version.goldenId() + " of the version does not exist");
    }
    versions.insert(version);
  }

  @Override
  public Optional<GoldenVersion> findVersion(UUID goldenId, int number) {
    return versions.find(new VersionKey(goldenId, number));
  }

  @Override
  public Optional<GoldenVersion> latestReady(UUID goldenId) {
    return versions(goldenId).stream()
        .filter(GoldenVersion::isReady)
        .max(Comparator.comparing(GoldenVersion::number));
  }

  @Override
  public List<GoldenVersion> versions(UUID goldenId) {
    return versions.where(
        version -> version.goldenId().equals(goldenId),
        Comparator.comparing(GoldenVersion::number));
  }

  @Override
  public List<GoldenVersion> versionsOf(UUID orgId, Collection<String> handles) {
    return versions.where(
        version ->
            handles.contains(version.handle())
                && !version.handle().isEmpty()
                && find(orgId, version.goldenId()).isPresent());
  }

  @Override
  public void updateVersion(GoldenVersion version) {
    versions.replace(version);
  }

  @Override
  public void deleteVersion(UUID goldenId, int number) {
    versions.remove(new VersionKey(goldenId, number));
  }

  private List<Golden> ofOrg(UUID orgId) {
    return goldens.where(
        golden -> golden.orgId().equals(orgId), Comparator.comparing(Golden::createdAt));
  }

  private int latestNumber(UUID goldenId) {
    return latestReady(goldenId).map(GoldenVersion::number).orElse(0);
  }

  private static Golden raised(Golden golden) {
    return new Golden(
        golden.id(),
        golden.orgId(),
        golden.name(),
        golden.substrate(),
        golden.shareScope(),
        golden.state(),
        golden.isProtected(),
        golden.requiresMasking(),
        golden.deletion(),
        golden.createdAt(),
        golden.revision() + 1);
  }

  private record VersionKey(UUID goldenId, int number) {}
}
