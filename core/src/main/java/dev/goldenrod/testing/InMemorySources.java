package dev.goldenrod.testing;

import dev.goldenrod.port.GoldenRepository;
import dev.goldenrod.port.ImportRepository;
import dev.goldenrod.port.SourceRepository;
import dev.goldenrod.source.Source;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

final class InMemorySources implements SourceRepository {
  private final InMemoryTable<UUID, Source> sources;
  private final InMemoryImports imports;

  InMemorySources(UndoLog undoLog, GoldenRepository goldens) {
    sources = new InMemoryTable<>(undoLog, "source", Source::id);
    imports = new InMemoryImports(undoLog, sources, goldens);
  }

  ImportRepository imports() {
    return imports;
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
    }
  }
}
