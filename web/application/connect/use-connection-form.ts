import { useMutation } from '@tanstack/react-query';
import Form from 'antd/es/form';
import { useState, useRef } from 'react';

import type { ConnectionTest } from '#contract/connections/routes.ts';
import { type DatabaseKind, databases } from '#domain/databases.ts';
import { call } from '#web/http/client.ts';
import type { ConnectionUrl } from './connection-url.ts';
import { type ConnectionFix, faultOf } from './connection-fault.ts';
import { type ConnectionValues, portAfter } from './connection-values.ts';

type ConnectionFormOptions = {
  initial: ConnectionValues;
  /** The application whose stored password is used. */
  application?: string;
  mayAllowPrivate: boolean;
  /** The error of the last save, and a function that clears it. */
  saveError: unknown;
  onEdit: () => void;
};

/** State of a connection form: its values, its connection test, and the fault of a failed test. */
export function useConnectionForm({ initial, application, mayAllowPrivate, saveError, onEdit }: ConnectionFormOptions) {
  const [form] = Form.useForm<ConnectionValues>();
  const [kind, setKind] = useState(initial.kind);
  const { test, clear, outcome, error: testError, isPending: isTesting } = useConnectionTest(application);
  const valuesOf = (): ConnectionValues => {
    const values: ConnectionValues = { ...initial, ...form.getFieldsValue(true), kind };
    return { ...values, host: values.host.trim(), database: values.database.trim() };
  };
  const error = testError ?? saveError;
  const fault = error ? faultOf(error, valuesOf(), mayAllowPrivate) : undefined;

  /** Clears the outcome: it no longer matches the fields. */
  const handleEdit = (edited: Partial<ConnectionValues> = {}) => {
    clear();
    onEdit();
    movePort(edited);
  };
  /** Some databases have another port for encryption. */
  const movePort = ({ tls }: Partial<ConnectionValues>) => {
    if (tls) form.setFieldsValue({ port: portAfter(valuesOf().port, kind, { kind, tls }) });
  };
  const showFault = (failure: unknown) => {
    const field = faultOf(failure, valuesOf(), mayAllowPrivate).field;
    if (field) form.scrollToField(field, { block: 'center', focus: true });
  };
  const change = (values: Partial<ConnectionValues>) => {
    handleEdit();
    form.setFieldsValue(values);
  };
  const startTest = (onSuccess?: (outcome: ConnectionTest) => void) => {
    handleEdit();
    test(valuesOf(), { onError: showFault, ...(onSuccess && { onSuccess }) });
  };
  const handleTest = async () => {
    const isValid = await form.validateFields().then(
      () => true,
      // The fields show what is missing.
      () => false,
    );
    if (isValid) startTest();
  };
  const chooseKind = (next: DatabaseKind) => {
    const { port, tls } = valuesOf();
    change({ port: portAfter(port, kind, { kind: next, tls }) });
    setKind(next);
  };
  const fillFrom = ({ kind: next, tls, ignored: _, isPortReplaced: __, ...values }: ConnectionUrl) => {
    const { port, encryptedPort } = databases[next];
    // This is the default port without encryption.
    const isPlain = values.port === port && port !== encryptedPort;
    change({ ...values, tls: tls ?? (isPlain ? 'off' : valuesOf().tls) });
    setKind(next);
  };
  const handleFix = (fix: ConnectionFix) => {
    change(fix.change);
    movePort(fix.change);
    startTest();
  };
  return {
    form,
    kind,
    valuesOf,
    fault,
    outcome,
    isTesting,
    startTest,
    showFault,
    handleEdit,
    handleTest,
    handleFix,
    chooseKind,
    fillFrom,
    cancelTest: clear,
  };
}

/** Tests a connection; for an existing application, an empty password means the stored one. */
function useConnectionTest(application?: string) {
  const request = useRef<AbortController>(null);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: ({ password, ...settings }: ConnectionValues) => {
      request.current = new AbortController();
      const credentials = application === undefined || password ? { password } : {};
      const target = application === undefined ? {} : { application };
      return call('POST /connections/test', { ...settings, ...credentials, ...target }, request.current.signal);
    },
  });
  /** Clears the outcome and cancels a running test, on the server too. */
  const clear = () => {
    request.current?.abort();
    reset();
  };
  return { test: mutate, clear, outcome: data, error, isPending };
}
