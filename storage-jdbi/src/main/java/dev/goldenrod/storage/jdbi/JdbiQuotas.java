package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.QuotaRepository;
import dev.goldenrod.quota.Quota;
import java.sql.SQLException;
import java.util.NoSuchElementException;
import java.util.UUID;

record JdbiQuotas(Sql sql) implements QuotaRepository {
  private static final Columns<Quota> COLUMNS =
      new Columns<>(
          "org_id, max_instances_per_user, max_instances_per_org, per_user_pinned, per_org_pinned",
          JdbiQuotas::read);

  @Override
  public void insert(Quota quota) {
    sql.update(
        """
        insert into quotas
          (org_id, max_instances_per_user, max_instances_per_org, per_user_pinned, per_org_pinned)
        values (:orgId, :perUser, :perOrg, :perUserPinned, :perOrgPinned)
        """,
        values -> bind(values, quota));
  }

  @Override
  public Quota get(UUID orgId) {
    return one("from quotas where org_id = :orgId", orgId);
  }

  void lock(UUID orgId) {
    sql.acquireWriteLock();
    one("from quotas where org_id = :orgId for update", orgId);
  }

  @Override
  public void update(Quota quota) {
    sql.update(
        """
        update quotas set max_instances_per_user = :perUser, max_instances_per_org = :perOrg,
          per_user_pinned = :perUserPinned, per_org_pinned = :perOrgPinned
        where org_id = :orgId
        """,
        values -> bind(values, quota));
  }

  private Quota one(String from, UUID orgId) {
    return sql.one(COLUMNS, from, values -> values.uuid("orgId", orgId))
        .orElseThrow(() -> new NoSuchElementException("organisation " + orgId + " has no quota"));
  }

  private void bind(Values values, Quota quota) throws SQLException {
    values
        .uuid("orgId", quota.orgId())
        .number("perUser", quota.maxInstancesPerUser())
        .number("perOrg", quota.maxInstancesPerOrg())
        .flag("perUserPinned", quota.isPerUserPinned())
        .flag("perOrgPinned", quota.isPerOrgPinned());
  }

  private static Quota read(Row row) throws SQLException {
    return new Quota(row.uuid(), row.number(), row.number(), row.flag(), row.flag());
  }
}
