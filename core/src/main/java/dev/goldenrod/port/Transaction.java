package dev.goldenrod.port;

import java.util.UUID;

/**
 * One transaction of a {@link Store}: the repositories, all in the same atomic unit.
 *
 * <p>Every insert throws {@link StoreConflictException} when the row's id is taken. Lists whose
 * order is by age put rows of the same millisecond in the order they were inserted.
 */
public interface Transaction {
  /**
   * Locks the organisation until the transaction ends: every change of one of its goldens, imports,
   * pools, databases or members, or of the number of its instances, takes this lock first.
   *
   * @throws java.util.NoSuchElementException when there is no such organisation
   */
  void lockOrg(UUID orgId);

  OrgRepository orgs();

  UserRepository users();

  TokenRepository tokens();

  ClusterRepository clusters();

  InviteRepository invites();

  QuotaRepository quotas();

  GoldenRepository goldens();

  SourceRepository sources();

  ImportRepository imports();

  InstanceRepository instances();

  DatabaseRepository databases();

  ScheduleRepository schedules();

  PoolRepository pools();

  OrphanRepository orphans();

  AuditRepository audit();

  IdempotencyRepository idempotency();

  WorkRepository work();

  StatisticsRepository statistics();
}
