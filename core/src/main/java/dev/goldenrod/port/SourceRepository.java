package dev.goldenrod.port;

import dev.goldenrod.source.Source;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Sources. */
public interface SourceRepository {
  void insert(Source source);

  Optional<Source> find(UUID orgId, UUID id);

  /** Returns the source and locks its row until the transaction ends. */
  Optional<Source> lock(UUID orgId, UUID id);

  /** Returns all sources, oldest first. */
  List<Source> list(UUID orgId);

  /** Deletes the row, if there is one; the rows of past imports are kept with a null source. */
  void delete(UUID orgId, UUID id);
}
