package dev.goldenrod.port;

import dev.goldenrod.imports.ImportJob;
import java.time.Instant;
import java.util.Collection;
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

  /** Returns the jobs with the given ids, oldest first; unknown ids are left out. */
  List<ImportJob> findAll(UUID orgId, Collection<UUID> ids);

  /** Returns the job and locks its row until the transaction ends. */
  Optional<ImportJob> lock(UUID orgId, UUID id);

  /** Returns all jobs, newest first. */
  List<ImportJob> list(UUID orgId);

  /** Returns the jobs that have not ended, oldest first. */
  List<ImportJob> running(UUID orgId);

  /** Returns the jobs of the source that have not ended, oldest first. */
  List<ImportJob> runningOfSource(UUID orgId, UUID sourceId);

  /** Returns the jobs of the golden, oldest first. */
  List<ImportJob> ofGolden(UUID orgId, UUID goldenId);

  /** Replaces the row if its revision is unchanged, and raises it; returns false when it is not. */
  boolean update(ImportJob job);

  /** Deletes the row; returns false when there was none. */
  boolean delete(UUID orgId, UUID id);

  /**
   * Deletes jobs, of all organizations, that ended before the given time. The newest job of an
   * existing version is kept, because it documents the version's origin.
   *
   * @return the number of deleted jobs
   */
  int deleteEndedBefore(Instant time, int limit);
}
