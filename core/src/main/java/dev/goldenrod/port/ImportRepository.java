package dev.goldenrod.port;

import dev.goldenrod.imports.ImportJob;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Import jobs. */
public interface ImportRepository extends PagedRepository<ImportJob> {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id is taken or the source does not exist
   */
  void insert(ImportJob job);

  Optional<ImportJob> find(UUID orgId, UUID id);

  /** The job, its row locked until the transaction ends. */
  Optional<ImportJob> lock(UUID orgId, UUID id);

  /** All jobs, newest first. */
  List<ImportJob> list(UUID orgId);

  /** Jobs that have not ended, oldest first. */
  List<ImportJob> running(UUID orgId);

  /** Jobs of the source that have not ended, oldest first. */
  List<ImportJob> runningOfSource(UUID orgId, UUID sourceId);

  /** Jobs of the golden, oldest first. */
  List<ImportJob> ofGolden(UUID orgId, UUID goldenId);

  /** Replaces the row if its revision is the job's, raising it; false when it is not. */
  boolean update(ImportJob job);

  /** Removes the row; false when there was none. */
  boolean delete(UUID orgId, UUID id);

  /**
   * Deletes jobs of all organisations that ended before that time. The newest job of a version that
   * is there stays: it tells where the version comes from.
   *
   * @param limit at most so many
   * @return how many there were
   */
  int deleteEndedBefore(Instant time, int limit);
}
