package dev.goldenrod.port;

import java.util.UUID;

/**
 * One transaction of a {@link Store}. All its repositories work in the same atomic unit.
 *
 * <p>Every insert throws {@link StoreConflictException} when the row's id is taken. Lists ordered
 * by age return rows of the same millisecond in the order of their insertion.
 */
public interface Transaction {
  /**
   * Locks the organization until the transaction ends. Every change of its goldens, imports, pools,
   * databases or members, or of the number of its instances, must acquire this lock first.
   *
   * @throws java.util.NoSuchElementException when there is no such organization
   */
  void lockOrg(UUID orgId);

  OrgRepository orgs();

  UserRepository users();

  TokenRepository tokens();

  IdentityRepository identities();

  ClusterRepository clusters();

  InviteRepository invites();

  QuotaRepository quotas();

  GoldenRepository goldens();

  SourceRepository sources();

  MaskingRulesRepository maskingRules();

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
