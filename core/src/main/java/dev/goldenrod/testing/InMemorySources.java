package dev.goldenrod.testing;

import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.port.GoldenRepository;
import dev.goldenrod.port.ImportRepository;
import dev.goldenrod.port.MaskingRulesRepository;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.SourceRepository;
import dev.goldenrod.port.ValueNormalizer;
import dev.goldenrod.source.Source;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The sources and the imports from them. */
final class InMemorySources implements SourceRepository {
  private final InMemoryTable<UUID, Source> sources;
  private final InMemoryImports imports;
  private final InMemoryMaskingRules maskingRules;

  InMemorySources(UndoLog undoLog, GoldenRepository goldens) {
    sources = new InMemoryTable<>(undoLog, "source", Source::id);
    imports = new InMemoryImports(undoLog, sources, goldens);
    maskingRules = new InMemoryMaskingRules(undoLog, sources);
  }

  ImportRepository imports() {
    return imports;
  }

  MaskingRulesRepository maskingRules() {
    return maskingRules;
  }

  @Override
  public void insert(Source source) {
    sources.insert(source);
  }

  @Override
  public Optional<Source> find(UUID orgId, UUID id) {
    return sources.find(id).filter(source -> source.orgId().equals(orgId));
  }

  @Override
  public Optional<Source> lock(UUID orgId, UUID id) {
    return find(orgId, id);
  }

  @Override
  public List<Source> list(UUID orgId) {
    return sources.where(
        source -> source.orgId().equals(orgId), Comparator.comparing(Source::createdAt));
  }

  @Override
  public void delete(UUID orgId, UUID id) {
    if (find(orgId, id).isPresent()) {
      sources.remove(id);
      imports.deleteSource(id);
      maskingRules.deleteSource(id);
    }
  }

  private static final class InMemoryImports implements ImportRepository {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::createdAt).thenComparing(Place::number);

    private final UndoLog undoLog;
    private final InMemoryTable<UUID, Source> sources;
    private final GoldenRepository goldens;
    private final InMemoryTable<UUID, ImportJob> jobs;

    InMemoryImports(
        UndoLog undoLog, InMemoryTable<UUID, Source> sources, GoldenRepository goldens) {
      this.undoLog = undoLog;
      this.sources = sources;
      this.goldens = goldens;
      jobs = new InMemoryTable<>(undoLog, "import", ImportJob::id).listedBy(ImportJob::createdAt);
    }

    @Override
    public void insert(ImportJob job) {
      requireSource(job);
      jobs.insert(job);
    }

    @Override
    public Optional<ImportJob> find(UUID orgId, UUID id) {
      return jobs.find(id).filter(job -> job.orgId().equals(orgId));
    }

    @Override
    public List<ImportJob> findAll(UUID orgId, Collection<UUID> ids) {
      return oldestFirst(job -> job.orgId().equals(orgId) && ids.contains(job.id()));
    }

    @Override
    public Optional<ImportJob> lock(UUID orgId, UUID id) {
      return find(orgId, id);
    }

    @Override
    public List<ImportJob> list(UUID orgId) {
      return jobs.lastFirst(job -> job.orgId().equals(orgId)).stream()
          .sorted(Comparator.comparing(ImportJob::createdAt).reversed())
          .toList();
    }

    @Override
    public List<ImportJob> list(UUID orgId, @Nullable Place after, int limit) {
      return jobs.page(job -> job.orgId().equals(orgId), ORDER, after, limit);
    }

    @Override
    public Optional<Place> place(UUID orgId, UUID id) {
      return jobs.place(id, job -> job.orgId().equals(orgId));
    }

    @Override
    public List<ImportJob> running(UUID orgId) {
      return oldestFirst(job -> job.orgId().equals(orgId) && !job.phase().isTerminal());
    }

    @Override
    public List<ImportJob> runningOfSource(UUID orgId, UUID sourceId) {
      return oldestFirst(
          job ->
              job.orgId().equals(orgId)
                  && sourceId.equals(job.sourceId())
                  && !job.phase().isTerminal());
    }

    @Override
    public List<ImportJob> ofGolden(UUID orgId, UUID goldenId) {
      return oldestFirst(job -> job.orgId().equals(orgId) && job.goldenId().equals(goldenId));
    }

    @Override
    public boolean update(ImportJob job) {
      Optional<ImportJob> stored =
          find(job.orgId(), job.id()).filter(found -> found.revision() == job.revision());
      stored.ifPresent(
          found -> {
            requireSource(job);
            jobs.replace(copy(job, job.sourceId(), job.revision() + 1));
          });
      return stored.isPresent();
    }

    @Override
    public boolean delete(UUID orgId, UUID id) {
      return find(orgId, id).isPresent() && jobs.remove(id);
    }

    @Override
    public int deleteEndedBefore(Instant time, int limit) {
      Instant before = ValueNormalizer.instant(time);
      List<ImportJob> old =
          jobs.where(job -> hasEndedBefore(job, before) && !tellsOfVersion(job)).stream()
              .limit(limit)
              .toList();
      old.forEach(job -> jobs.remove(job.id()));
      return old.size();
    }

    private static boolean hasEndedBefore(ImportJob job, Instant time) {
      Instant finishedAt = job.finishedAt();
      return finishedAt != null && finishedAt.isBefore(time);
    }

    private boolean tellsOfVersion(ImportJob job) {
      List<ImportJob> ofVersion =
          ofGolden(job.orgId(), job.goldenId()).stream()
              .filter(other -> other.version() == job.version())
              .toList();
      return goldens.findVersion(job.goldenId(), job.version()).isPresent()
          && ofVersion.get(ofVersion.size() - 1).id().equals(job.id());
    }

    void deleteSource(UUID sourceId) {
      jobs.where(job -> sourceId.equals(job.sourceId()))
          .forEach(job -> jobs.replace(copy(job, null, job.revision())));
    }

    private void requireSource(ImportJob job) {
      if (job.sourceId() != null && sources.find(job.sourceId()).isEmpty()) {
        throw undoLog.refused("source " + job.sourceId() + " of the import does not exist");
      }
    }

    private List<ImportJob> oldestFirst(Predicate<ImportJob> condition) {
      return jobs.where(condition, Comparator.comparing(ImportJob::createdAt));
    }

    private static ImportJob copy(ImportJob job, @Nullable UUID sourceId, long revision) {
      return new ImportJob(
          job.id(),
          job.orgId(),
          sourceId,
          job.goldenId(),
          job.golden(),
          job.version(),
          job.clusterId(),
          job.status(),
          job.sizeBytes(),
          job.pgMajor(),
          job.createdAt(),
          job.finishedAt(),
          job.cancelledBy(),
          job.history(),
          job.maskingVersion(),
          revision);
    }
  }
}
