import { parentPort, workerData } from 'node:worker_threads'
import { type ParserInput, parseCalendar } from './parse-calendar.ts'

parentPort?.postMessage(parseCalendar(workerData as ParserInput))
