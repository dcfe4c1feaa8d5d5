package dev.goldenrod.port;

import dev.goldenrod.source.Source;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Sources. */
public interface SourceRepository {
  void insert(Source source);

  Optional<Source> find(UUID orgId, UUID id);

  /** The source, its row locked until the transaction ends. */
  Optional<Source> lock(UUID orgId, UUID id);

  /** All sources, oldest first. */
  List<Source> list(UUID orgId);

  /** Removes the row, if there is one; past imports keep theirs, with a null source. */
  void delete(UUID orgId, UUID id);
}
